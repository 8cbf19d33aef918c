package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The headers that repeat what a request says, for those on the way who route by them.
final class Headers {
  private static final String BEGIN = "=?base64?";
  private static final String END = "?=";

  private Headers() {}

  static Map<String, String> of(String version, String method, ObjectNode params) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("MCP-Protocol-Version", version);
    headers.put("Mcp-Method", method);
    var name = name(method, params);
    if (name != null) {
      headers.put("Mcp-Name", encoded(name));
    }
    return headers;
  }

  private static @Nullable String name(String method, ObjectNode params) {
    return switch (method) {
      case "tools/call", "prompts/get" -> Json.text(params, "name");
      case "resources/read" -> Json.text(params, "uri");
      case "tasks/get", "tasks/update", "tasks/cancel" -> Json.text(params, "taskId");
      default -> null;
    };
  }

  /// A value as a header can carry it. What looks like the other form takes the other form.
  static String encoded(String value) {
    boolean plain =
        value.chars().allMatch(character -> character >= ' ' && character <= '~')
            && value.equals(value.strip())
            && !value.isEmpty()
            && !(value.startsWith(BEGIN) && value.endsWith(END));
    return plain
        ? value
        : BEGIN + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + END;
  }
}
