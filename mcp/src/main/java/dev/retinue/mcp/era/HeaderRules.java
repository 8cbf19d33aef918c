package dev.retinue.mcp.era;

import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Over HTTP the headers repeat what a message says, for those on the way who route by them. They
/// must agree with it: otherwise the way and the server would see two different requests.
final class HeaderRules {
  private static final String BEGIN = "=?base64?";
  private static final String END = "?=";

  private HeaderRules() {}

  static void check(Message.Request request, String version, McpServer server, Exchange exchange) {
    same(exchange, "MCP-Protocol-Version", version);
    same(exchange, "Mcp-Method", request.method());
    var params = request.params();
    switch (request.method()) {
      case "tools/call" -> {
        same(exchange, "Mcp-Name", Json.text(params, "name"));
        var tool = server.tool(exchange.caller(), String.valueOf(Json.text(params, "name")));
        if (tool != null) {
          checkArguments(exchange, tool.info().inputSchema(), Json.child(params, "arguments"));
        }
      }
      case "prompts/get" -> same(exchange, "Mcp-Name", Json.text(params, "name"));
      case "resources/read" -> same(exchange, "Mcp-Name", Json.text(params, "uri"));
      case "tasks/get", "tasks/update", "tasks/cancel" ->
          same(exchange, "Mcp-Name", Json.text(params, "taskId"));
      default -> {}
    }
  }

  /// Arguments that their schema wants to see in a header, too.
  private static void checkArguments(Exchange exchange, JsonNode schema, JsonNode arguments) {
    for (var property : schema.path("properties").properties()) {
      var name = Json.text(property.getValue(), "x-mcp-header");
      var value = arguments.get(property.getKey());
      if (name != null) {
        checkArgument(exchange, "Mcp-Param-" + name, value);
      }
      if (property.getValue().has("properties") && value instanceof ObjectNode nested) {
        checkArguments(exchange, property.getValue(), nested);
      }
    }
  }

  private static void checkArgument(Exchange exchange, String header, @Nullable JsonNode value) {
    var sent = exchange.header(header);
    if (value == null || value.isNull()) {
      if (sent != null) {
        throw mismatch(header, null, sent);
      }
      return;
    }
    if (sent == null || !sameValue(value, decoded(header, sent))) {
      throw mismatch(header, value.toString(), sent);
    }
  }

  private static boolean sameValue(JsonNode value, String sent) {
    if (value.isContainer()) {
      return false;
    }
    return value.isNumber() ? sameNumber(value, sent) : value.asString().equals(sent);
  }

  private static boolean sameNumber(JsonNode value, String sent) {
    try {
      return value.decimalValue().compareTo(new java.math.BigDecimal(sent)) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void same(Exchange exchange, String header, @Nullable String expected) {
    var sent = exchange.header(header);
    if (sent == null || !decoded(header, sent).equals(expected)) {
      throw mismatch(header, expected, sent);
    }
  }

  private static String decoded(String header, String value) {
    var text = value.strip();
    if (!text.startsWith(BEGIN)
        || !text.endsWith(END)
        || text.length() < BEGIN.length() + END.length()) {
      return text;
    }
    var encoded = text.substring(BEGIN.length(), text.length() - END.length());
    try {
      if (encoded.length() % 4 == 0) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw mismatch(header, "valid base64", value);
  }

  private static RpcException mismatch(
      String header, @Nullable String expected, @Nullable String sent) {
    return new RpcException(
        new RpcError(
            RpcError.HEADER_MISMATCH,
            "The header %s is %s, but the message says %s"
                .formatted(header, sent == null ? "missing" : "'" + sent + "'", expected)),
        400);
  }
}
