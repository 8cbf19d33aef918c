package dev.retinue.cli.daemon;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the commands ask of a daemon, over its REST API. A refusal comes back as the daemon said
/// it; one that does not answer is [ErrorCode#SERVICE_UNAVAILABLE].
public final class Api {
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration TO_ANSWER = Duration.ofSeconds(30);
  private static final Duration TO_MOVE = Duration.ofMinutes(10);
  private static final int LONGEST_ANSWER = 16 << 20;
  private static final int NOT_KNOWN = 401;
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Daemon daemon;
  private final HttpClient http;
  private final @Nullable String seat;

  private Api(Daemon daemon, HttpClient http, @Nullable String seat) {
    this.daemon = daemon;
    this.http = http;
    this.seat = seat;
  }

  public static Api to(Daemon daemon) {
    var http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    return new Api(daemon, http, null);
  }

  /// The same with the successor of this daemon.
  public Api at(Daemon successor) {
    return new Api(successor, http, null);
  }

  /// The same from this seat: what is started works where this process does, with its keys.
  public Api from(String seatName) {
    return new Api(daemon, http, seatName);
  }

  public Daemon daemon() {
    return daemon;
  }

  public JsonNode health() throws InterruptedException {
    return ask("GET", "/api/health", null);
  }

  /// How the house is in numbers.
  public JsonNode vitals() throws InterruptedException {
    return ask("GET", "/api/vitals", null);
  }

  public JsonNode limits() throws InterruptedException {
    return ask("GET", "/api/limits", null);
  }

  /// What was spent over time; null for what is usual.
  public JsonNode costs(String by, @Nullable String from, @Nullable String to)
      throws InterruptedException {
    var query = "by=" + encoded(by);
    query += from == null ? "" : "&from=" + encoded(from);
    query += to == null ? "" : "&to=" + encoded(to);
    return ask("GET", "/api/costs?" + query, null);
  }

  public JsonNode staff() throws InterruptedException {
    return ask("GET", "/api/staff", null).path("agents");
  }

  /// All that is shown of one of them.
  public JsonNode member(String name) throws InterruptedException {
    return ask("GET", "/api/staff/" + encoded(name), null);
  }

  public JsonNode start(ObjectNode request) throws InterruptedException {
    return ask("POST", "/api/agents", request);
  }

  /// One page of the list.
  ///
  /// @param query such as `status=running&limit=100`
  public JsonNode runs(String query) throws InterruptedException {
    return ask("GET", "/api/agents?" + query, null);
  }

  public JsonNode run(String id) throws InterruptedException {
    return ask("GET", "/api/agents/" + encoded(id), null);
  }

  public JsonNode stop(String id) throws InterruptedException {
    return ask("POST", "/api/agents/" + encoded(id) + "/stop", null);
  }

  public JsonNode answer(String id, String need, String answer) throws InterruptedException {
    var body = JSON.createObjectNode().put("need", need).put("answer", answer);
    return ask("POST", "/api/agents/" + encoded(id) + "/answers", body);
  }

  /// What a run delivered, as text: so much of its beginning.
  public String payload(String id, int longest) throws InterruptedException {
    var path = "/api/agents/" + encoded(id) + "/payload";
    var request = request(path).header("Accept-Encoding", "gzip").timeout(TO_ANSWER).build();
    try {
      var response = http.send(request, BodyHandlers.ofInputStream());
      try (var stream = response.body()) {
        if (response.statusCode() != 200) {
          throw refusal(response.statusCode(), stream.readNBytes(LONGEST_ANSWER));
        }
        return new String(new GZIPInputStream(stream).readNBytes(longest), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /// Writes runs and sessions into a file, and says how long it is.
  public long export(List<String> runs, List<String> sessions, Path file)
      throws InterruptedException {
    var path =
        "/api/export?run=%s&session=%s"
            .formatted(encoded(String.join(",", runs)), encoded(String.join(",", sessions)));
    return Downloads.into(file, http, request(path).timeout(TO_MOVE).build(), this::refusal);
  }

  /// Takes in what was exported.
  public JsonNode take(Path file) throws InterruptedException {
    try {
      var request =
          request("/api/import")
              .timeout(TO_MOVE)
              .header("Content-Type", "application/zip")
              .POST(HttpRequest.BodyPublishers.ofFile(file))
              .build();
      var response = http.send(request, BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) {
        throw refusal(response.statusCode(), response.body());
      }
      return JSON.readTree(response.body());
    } catch (IOException | JacksonException e) {
      throw unreachable(e);
    }
  }

  /// What agents did in a folder, as text.
  ///
  /// @param folder null for all that the caller has
  /// @param page `log` or `context`
  public String journal(@Nullable String folder, String page) throws InterruptedException {
    var where = folder == null ? "" : "&folder=" + encoded(folder);
    return ask("GET", "/api/journal?page=" + page + where, null).path("text").asString("");
  }

  /// One page of the events of a run after a cursor.
  public JsonNode events(String id, long after, int limit) throws InterruptedException {
    return ask(
        "GET",
        "/api/agents/%s/events?after=%d&limit=%d".formatted(encoded(id), after, limit),
        null);
  }

  /// The events of a run after a cursor, those to come too.
  ///
  /// @param drafts whether what the agent writes before it says it is among them
  EventStream events(String id, long after, boolean drafts) throws InterruptedException {
    var path = "/api/agents/%s/events?after=%d&drafts=%s".formatted(encoded(id), after, drafts);
    var request = request(path).header("Accept", "text/event-stream").timeout(TO_ANSWER).build();
    try {
      var response = http.send(request, BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        try (var body = response.body()) {
          throw refusal(response.statusCode(), body.readNBytes(LONGEST_ANSWER));
        }
      }
      return new EventStream(response.body());
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  JsonNode ask(String method, String path, @Nullable ObjectNode body) throws InterruptedException {
    return ask(method, path, body, null);
  }

  /// @param key makes a repetition the same request
  JsonNode ask(String method, String path, @Nullable ObjectNode body, @Nullable String key)
      throws InterruptedException {
    var publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body.toString());
    var request = request(path).timeout(TO_ANSWER).method(method, publisher);
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    try {
      var response = http.send(request.build(), BodyHandlers.ofInputStream());
      try (var stream = response.body()) {
        var answer = stream.readNBytes(LONGEST_ANSWER);
        if (response.statusCode() / 100 != 2) {
          throw refusal(response.statusCode(), answer);
        }
        return JSON.readTree(answer);
      }
    } catch (IOException | JacksonException e) {
      throw unreachable(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    var request =
        HttpRequest.newBuilder(URI.create(daemon.url(path)))
            .header("Authorization", "Bearer " + daemon.token());
    return seat == null ? request : request.header("Retinue-Seat", seat);
  }

  /// One that signs in with a browser whoever's token this is.
  public JsonNode signInLink() throws InterruptedException {
    return ask("POST", "/api/sign-in-links", null);
  }

  static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  private RetinueException unreachable(Exception cause) {
    var why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "the daemon does not answer at %s: %s. 'retinue doctor' says more."
            .formatted(daemon.url(""), why),
        cause);
  }

  private RetinueException refusal(int status, byte[] answer) {
    var message = error(answer, "message");
    // Where it says what somebody can do about this token, that is better.
    if (status == NOT_KNOWN && !message.contains("'retinue token")) {
      // The daemon speaks to programs, which have a header; who types a command has a variable.
      return RetinueException.repeated(
          ErrorCode.UNAUTHORIZED,
          "The daemon at %s does not know this token, or it counts no more. Where RETINUE_TOKEN is set, it must be that of one whom 'retinue token list' calls active; unset it to be the owner."
              .formatted(daemon.url("")));
    }
    if (!message.isEmpty()) {
      return RetinueException.repeated(code(error(answer, "code"), status), message);
    }
    return new RetinueException(
        code("", status),
        "the daemon at %s answered %d without a reason; is that one of Retinue, and of this version?"
            .formatted(daemon.url(""), status));
  }

  /// Nothing where somebody else listens, or a proxy.
  private static String error(byte[] answer, String part) {
    try {
      return JSON.readTree(answer).path("error").path(part).asString("");
    } catch (JacksonException _) {
      return "";
    }
  }

  private static ErrorCode code(String name, int status) {
    return Arrays.stream(ErrorCode.values())
        .filter(code -> code.name().equals(name))
        .findFirst()
        .orElse(status == 404 ? ErrorCode.NOT_FOUND : ErrorCode.INTERNAL_ERROR);
  }
}
