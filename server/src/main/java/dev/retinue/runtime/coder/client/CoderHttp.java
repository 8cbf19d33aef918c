package dev.retinue.runtime.coder.client;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// One request and its answer: no redirects, bounded bodies and times. Nothing that was perhaps
/// done is asked for again.
final class CoderHttp implements AutoCloseable {
  static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(CoderHttp.MOST_BYTES)
                          .maxNestingDepth(100)
                          .maxTokenCount(20_000_000)
                          .build())
                  .build())
          .build();

  private static final int MOST_BYTES = 64 << 20;
  private static final int LONGEST_REFUSAL = 256 << 10;
  private static final int LONGEST_TEXT = 500;
  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int TOO_MANY = 429;
  private static final Set<Integer> PASSING = Set.of(TOO_MANY, 503);

  private final HttpClient http;
  private final InstantSource clock;

  CoderHttp(InstantSource clock) {
    this.clock = clock;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(TO_CONNECT)
            // Where a token goes is not for the other side to decide.
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// What is asked, and where.
  ///
  /// @param header what lets us in: its name and its value
  /// @param body JSON; null for none
  record Question(String method, URI to, Header header, @Nullable JsonNode body) {
    /// Whether it changes nothing, so that it can be asked as often as one likes.
    boolean isHarmless() {
      return method.equals("GET");
    }
  }

  record Header(String name, String value) {}

  /// Asks again within its time where the other side is too busy now. What changes something is
  /// asked again only if it surely was not done.
  Answer ask(Question question, Deadline deadline) throws InterruptedException {
    var pause = FIRST_PAUSE;
    while (true) {
      var answer = once(question, deadline);
      boolean again =
          question.isHarmless() ? PASSING.contains(answer.status()) : answer.status() == TOO_MANY;
      var wait = answer.retryAfter(clock).orElse(pause);
      if (!again || wait.compareTo(deadline.left()) >= 0) {
        return answer;
      }
      deadline.pause(wait);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
              ? LONGEST_PAUSE
              : pause.multipliedBy(2);
    }
  }

  /// Asks exactly once.
  Answer once(Question question, Deadline deadline) throws InterruptedException {
    if (deadline.isOver()) {
      throw late(question);
    }
    var sent = http.sendAsync(request(question), bounded());
    try {
      return answer(sent.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException _) {
      throw late(question);
    } catch (ExecutionException e) {
      throw broken(question, Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      sent.cancel(true);
    }
  }

  private static HttpRequest request(Question question) {
    var body = question.body();
    var request =
        HttpRequest.newBuilder(question.to())
            .version(
                "https".equals(question.to().getScheme())
                    ? HttpClient.Version.HTTP_2
                    : HttpClient.Version.HTTP_1_1)
            .header("Accept", "application/json")
            .header("User-Agent", "retinue")
            .method(
                question.method(),
                body == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    try {
      request.header(question.header().name(), question.header().value());
    } catch (IllegalArgumentException _) { // It repeats the token.
      throw new RetinueException(
          ErrorCode.UNAUTHORIZED,
          "The session token for Coder has characters that no header can carry; set it anew.");
    }
    return request.build();
  }

  private static BodyHandler<byte[]> bounded() {
    return info ->
        BodyHandlers.limiting(
                BodyHandlers.ofByteArray(),
                info.statusCode() / 100 == 2 ? MOST_BYTES : LONGEST_REFUSAL)
            .apply(info);
  }

  private static Answer answer(HttpResponse<byte[]> response) {
    var type = response.headers().firstValue("content-type").orElse("");
    var bytes = response.body();
    if (type.contains("json") && bytes.length > 0) {
      try {
        return new Answer(response.statusCode(), response.headers(), JSON.readTree(bytes), "");
      } catch (JacksonException _) {
        // It repeats what it could not read; that it was no JSON is seen by what is missing.
      }
    }
    var text = type.contains("text/plain") ? new String(bytes, StandardCharsets.UTF_8) : "";
    return new Answer(
        response.statusCode(),
        response.headers(),
        MissingNode.getInstance(),
        Excerpt.of(text.strip(), LONGEST_TEXT));
  }

  private static RetinueException late(Question question) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "%s did not answer in time.%s".formatted(where(question), doubt(question)));
  }

  private static RetinueException broken(Question question, Throwable cause) {
    if (isUnreachable(cause)) {
      return new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s cannot be reached: %s. See whether CODER_URL is right, and whether Coder runs."
              .formatted(where(question), unreachable(cause)));
    }
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The answer of %s broke off: %s.%s"
            .formatted(where(question), Excerpt.of(why(cause), LONGEST_TEXT), doubt(question)));
  }

  private static String where(Question question) {
    return "Coder at %s://%s".formatted(question.to().getScheme(), question.to().getAuthority());
  }

  private static String doubt(Question question) {
    return question.isHarmless()
        ? " Try again."
        : " Look whether it was done before you try again.";
  }

  private static boolean isUnreachable(Throwable cause) {
    return cause instanceof ConnectException || unresolved(cause);
  }

  private static boolean unresolved(@Nullable Throwable e) {
    return e != null && (e instanceof UnresolvedAddressException || unresolved(e.getCause()));
  }

  private static String unreachable(Throwable cause) {
    if (unresolved(cause)) {
      return "there is no host of that name";
    }
    return cause.getMessage() == null ? "nobody listens there" : why(cause);
  }

  private static String why(Throwable e) {
    var message = e.getMessage();
    return message == null || !(e instanceof IOException) ? e.getClass().getSimpleName() : message;
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
