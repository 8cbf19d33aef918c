package dev.retinue.mcp.testing;

import dev.retinue.mcp.rpc.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Messages as clients of both eras write them.
public final class Rpc {
  public static final String MODERN = "2026-07-28";
  private static final String PREFIX = "io.modelcontextprotocol/";

  private Rpc() {}

  public static ObjectNode object(String json) {
    return (ObjectNode) Json.WIRE.readTree(json);
  }

  /// A request of the stateful era: ids are written as JSON, so that text and numbers both go.
  public static ObjectNode legacy(String id, String method, String params) {
    return object(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
  }

  public static ObjectNode initialize(String id, String version) {
    return legacy(
        id,
        "initialize",
        """
        {"protocolVersion":"%s","capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}
        """
            .formatted(version));
  }

  /// A request of the stateless era, by a client that can be asked but knows no tasks.
  public static ObjectNode modern(String id, String method, String params) {
    return modern(id, method, params, "{\"elicitation\":{}}");
  }

  /// The same by a client that knows tasks, too.
  public static ObjectNode withTasks(String id, String method, String params) {
    return modern(
        id,
        method,
        params,
        "{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
  }

  public static ObjectNode modern(String id, String method, String params, String capabilities) {
    var request = legacy(id, method, params);
    var meta = ((ObjectNode) request.get("params")).withObjectProperty("_meta");
    meta.put(PREFIX + "protocolVersion", MODERN);
    meta.set(PREFIX + "clientCapabilities", object(capabilities));
    return request;
  }

  public static ObjectNode call(String tool, String arguments) {
    return object("{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
  }

  public static ObjectNode cancelled(String requestId) {
    return object(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%s}}"
            .formatted(requestId));
  }

  /// The headers that a modern request must repeat itself in.
  public static Map<String, String> headers(JsonNode request) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("MCP-Protocol-Version", MODERN);
    headers.put("Mcp-Method", request.path("method").asString(""));
    var params = request.path("params");
    for (var key : new String[] {"name", "uri", "taskId"}) {
      if (params.path(key).isString()) {
        headers.put("Mcp-Name", params.path(key).asString());
      }
    }
    return headers;
  }
}
