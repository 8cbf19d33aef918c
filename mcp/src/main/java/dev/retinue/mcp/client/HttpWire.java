package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.client.Transport.Envelope;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// HTTP requests to one endpoint, and the session that they belong to.
final class HttpWire implements AutoCloseable {
  private static final String SESSION = "Mcp-Session-Id";
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  private final URI endpoint;
  private final Map<String, String> headers;
  private final HttpClient http;
  private volatile @Nullable String session;

  HttpWire(URI endpoint, Map<String, String> headers) {
    this.endpoint = endpoint;
    this.headers = headers;
    // Without encryption an upgrade to HTTP/2 costs a detour, and some servers stumble over it.
    boolean secure = "https".equals(endpoint.getScheme());
    this.http =
        HttpClient.newBuilder()
            .version(secure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    // What is wrong with the address or the headers should be known here, not with every request.
    request(Envelope.PLAIN).build();
  }

  /// Posts a message. Without a limit the waiting is bounded by whoever interrupts it.
  HttpResponse<InputStream> post(Message message, Envelope envelope, @Nullable Duration limit)
      throws IOException, InterruptedException {
    var request =
        request(envelope)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(Codec.write(message)));
    if (limit != null) {
      request.timeout(limit);
    }
    return send(request.build());
  }

  /// Opens a stream, or takes up one that broke after an event.
  HttpResponse<InputStream> listen(@Nullable String lastEvent, Envelope envelope, Duration limit)
      throws IOException, InterruptedException {
    var request = request(envelope).header("Accept", "text/event-stream").timeout(limit).GET();
    if (lastEvent != null) {
      request.header("Last-Event-ID", lastEvent);
    }
    return send(request.build());
  }

  private HttpRequest.Builder request(Envelope envelope) {
    var request = HttpRequest.newBuilder(endpoint);
    headers.forEach(request::setHeader);
    envelope.headers().forEach(request::setHeader);
    var known = session;
    if (known != null) {
      request.setHeader(SESSION, known);
    }
    return request;
  }

  private HttpResponse<InputStream> send(HttpRequest request)
      throws IOException, InterruptedException {
    return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  /// From here on requests belong to no session, until one begins.
  void leaveSession() {
    session = null;
  }

  void joinSession(HttpResponse<?> response) {
    session = response.headers().firstValue(SESSION).orElse(null);
  }

  /// Tells the server that the session is over. It may have forgotten it itself.
  void endSession(Envelope envelope, Duration limit) {
    if (session == null) {
      return;
    }
    try {
      send(request(envelope).timeout(limit).DELETE().build()).body().close();
    } catch (IOException e) {
      Transport.LOG.log(System.Logger.Level.DEBUG, "The session could not be ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    session = null;
  }

  /// What a status means that brings no message with it.
  McpClientException refusal(int status) {
    if (status == 404 && session != null) {
      return new McpClientException(
          Reason.SESSION_ENDED, "The server at %s has forgotten the session".formatted(endpoint));
    }
    var remedy = status == 401 || status == 403 ? "; check the token" : "";
    return new McpClientException(
        Reason.REFUSED,
        "The server at %s refused the request with HTTP %d%s".formatted(endpoint, status, remedy));
  }

  McpClientException unreachable(IOException e) {
    var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new McpClientException(
        Reason.UNREACHABLE, "The server at %s cannot be reached: %s".formatted(endpoint, why), e);
  }

  static boolean isStream(HttpResponse<?> response) {
    return type(response).equals("text/event-stream");
  }

  static boolean isJson(HttpResponse<?> response) {
    return type(response).equals("application/json");
  }

  private static String type(HttpResponse<?> response) {
    var type = response.headers().firstValue("Content-Type").orElse("");
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  static byte[] body(HttpResponse<InputStream> response) throws IOException {
    var bytes = response.body().readNBytes(Json.LONGEST + 1);
    if (bytes.length > Json.LONGEST) {
      throw McpClientException.broken(
          "The server's answer is longer than " + Json.LONGEST + " bytes");
    }
    return bytes;
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
