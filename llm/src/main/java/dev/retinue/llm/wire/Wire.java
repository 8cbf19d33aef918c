package dev.retinue.llm.wire;

import dev.retinue.llm.Access;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The way to the providers: one request, and its answer as it comes. One of these serves
/// everybody.
public final class Wire implements AutoCloseable {
  private static final Duration TO_CONNECT = Duration.ofSeconds(20);
  private static final int LONGEST_REFUSAL = 64 * 1024;
  private static final String DONE = "[DONE]";

  /// What providers send is bounded by the bytes of the answer, not by the length of one text.
  public static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Events.MOST_BYTES)
                          .maxDocumentLength(Events.MOST_BYTES)
                          .maxNestingDepth(200)
                          .build())
                  .build())
          .build();

  private final HttpClient http;
  private final InstantSource clock;

  public Wire(InstantSource clock) {
    this.clock = clock;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(TO_CONNECT)
            // Where a key goes is not for the other side to decide.
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// What is sent.
  ///
  /// @param headers those that let one in among them
  public record Question(String path, Map<String, String> headers, ObjectNode body) {
    public Question {
      headers = Map.copyOf(headers);
    }
  }

  public Reply ask(Access access, Question question, Prompt.Settings settings, Decoder decoder)
      throws InterruptedException {
    long begun = System.nanoTime();
    var response = send(access, request(access, question, settings), settings);
    try (var body = new Watch(response.body(), settings, begun)) {
      try {
        read(access, response, body, decoder);
      } catch (IOException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (!decoder.isComplete()) {
          throw body.expired() ? late(access) : broken(access, e);
        }
        // All was said before the connection ended badly.
      }
      return decoder.reply();
    } catch (IOException e) {
      throw broken(access, e).having(decoder.tokens());
    } catch (ModelException e) {
      throw e.having(decoder.tokens());
    }
  }

  /// Waits for the head of the answer. Who is interrupted, or has waited enough, hangs up.
  private HttpResponse<InputStream> send(
      Access access, HttpRequest request, Prompt.Settings settings) throws InterruptedException {
    var sent = http.sendAsync(request, BodyHandlers.ofInputStream());
    try {
      return sent.get(shorter(settings).toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late(access);
    } catch (ExecutionException e) {
      var cause = Objects.requireNonNullElse(e.getCause(), e);
      if (cause instanceof HttpTimeoutException
          && !(cause instanceof HttpConnectTimeoutException)) {
        throw late(access);
      }
      throw new ModelException(
          Kind.UNREACHABLE,
          "%s cannot be reached at %s: %s."
              .formatted(access.provider(), access.shown(), access.masked(whyNot(cause))));
    } finally {
      sent.cancel(true);
    }
  }

  private static Duration shorter(Prompt.Settings settings) {
    return settings.deadline().compareTo(settings.silence()) < 0
        ? settings.deadline()
        : settings.silence();
  }

  private static HttpRequest request(Access access, Question question, Prompt.Settings settings) {
    var address = access.at(question.path());
    var request =
        HttpRequest.newBuilder(address)
            .timeout(settings.deadline())
            // Without TLS nobody speaks the newer one, and some stumble over being asked.
            .version(
                "https".equals(address.getScheme())
                    ? HttpClient.Version.HTTP_2
                    : HttpClient.Version.HTTP_1_1)
            .header("Content-Type", "application/json")
            .header("Accept", "text/event-stream, application/json")
            .header("User-Agent", "retinue")
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(question.body())));
    TraceHeaders.current().forEach(request::header);
    try {
      question.headers().forEach(request::header);
    } catch (IllegalArgumentException e) { // It repeats the key.
      throw new ModelException(
          Kind.AUTH,
          "The key for %s has characters that no header can carry; set it anew."
              .formatted(access.provider()));
    }
    return request.build();
  }

  private void read(Access access, HttpResponse<InputStream> response, Watch body, Decoder decoder)
      throws IOException {
    int status = response.statusCode();
    var type = response.headers().firstValue("content-type").orElse("");
    if (status / 100 != 2) {
      var refusal = parse(body.readNBytes(LONGEST_REFUSAL));
      var pause = Pauses.of(response.headers(), refusal, clock).orElse(null);
      throw Refusals.of(access, status, refusal, pause);
    }
    if (type.contains("html")) {
      throw new ModelException(
          Kind.INVALID,
          "%s answers with a page at %s; see whether that is the address of an API."
              .formatted(access.provider(), access.shown()));
    }
    try {
      if (type.contains("json")) {
        decoder.whole(JSON.readTree(body.readNBytes(Events.MOST_BYTES)));
      } else {
        events(body, decoder);
      }
    } catch (JacksonException e) { // It repeats what it could not read, a key perhaps.
      throw new ModelException(
          Kind.BROKEN, "%s sent what is no JSON in its answer.".formatted(access.provider()));
    }
  }

  private static void events(Watch body, Decoder decoder) throws IOException {
    var events = new Events(body);
    for (var event = events.next(); event.isPresent(); event = events.next()) {
      if (event.get().equals(DONE)) {
        decoder.done();
      } else {
        decoder.event(JSON.readTree(event.get()));
      }
      if (decoder.isComplete()) {
        body.awaitEnd();
      }
    }
  }

  /// A refusal may be anything, even a page of a proxy.
  private static JsonNode parse(byte[] body) {
    if (body.length == 0) {
      return MissingNode.getInstance();
    }
    try {
      return JSON.readTree(body);
    } catch (JacksonException e) {
      return JSON.getNodeFactory().stringNode(new String(body, StandardCharsets.UTF_8));
    }
  }

  private static ModelException late(Access access) {
    return new ModelException(
        Kind.TIMEOUT, "%s did not answer in time.".formatted(access.provider()));
  }

  private static ModelException broken(Access access, IOException cause) {
    return new ModelException(
        Kind.BROKEN,
        "The answer of %s broke off: %s.".formatted(access.provider(), access.masked(why(cause))));
  }

  /// The client of the JDK has no words for the two that happen most.
  private static String whyNot(Throwable e) {
    for (var cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "there is no host of that name";
      }
    }
    return e instanceof ConnectException && e.getMessage() == null
        ? "nobody listens there"
        : why(e);
  }

  private static String why(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
