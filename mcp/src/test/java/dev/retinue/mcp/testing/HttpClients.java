package dev.retinue.mcp.testing;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Clients over HTTP without a network: each request has a thread of its own, as it would have
/// behind a web server.
public final class HttpClients {
  private final HttpEndpoint endpoint;
  private final Caller caller;

  public HttpClients(HttpEndpoint endpoint, String caller) {
    this.endpoint = endpoint;
    this.caller = Caller.named(caller);
  }

  /// A modern request with the headers that belong to it.
  public HttpCall modern(JsonNode request) {
    return post(request.toString().getBytes(StandardCharsets.UTF_8), Rpc.headers(request));
  }

  /// A legacy session of this revision; answers its id.
  public String initialize(String version) {
    return java.util.Objects.requireNonNull(
        post(Rpc.initialize("0", version), Map.of()).end().sentHeader("Mcp-Session-Id"));
  }

  public HttpCall legacy(String session, JsonNode message) {
    return post(message, Map.of("Mcp-Session-Id", session));
  }

  public HttpCall post(JsonNode message, Map<String, String> headers) {
    return post(message.toString().getBytes(StandardCharsets.UTF_8), headers);
  }

  public HttpCall post(byte[] body, Map<String, String> headers) {
    return send("POST", headers, body);
  }

  /// The stream of a session, from the beginning or after an event.
  public HttpCall listen(String session, String... lastEventId) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Mcp-Session-Id", session);
    if (lastEventId.length > 0) {
      headers.put("Last-Event-ID", lastEventId[0]);
    }
    return send("GET", headers, new byte[0]);
  }

  /// Sends a request; a header with an empty value is left out.
  public HttpCall send(String method, Map<String, String> headers, byte[] body) {
    var all = new LinkedHashMap<String, String>();
    all.put("Host", "localhost");
    all.put("Content-Type", "application/json");
    all.put("Accept", "application/json, text/event-stream");
    all.putAll(headers);
    all.values().removeIf(String::isEmpty);
    var call = new HttpCall(method, all, body, caller);
    call.run(() -> endpoint.handle(call.request(), call.response()));
    return call;
  }
}
