package dev.retinue.mcp.client;

import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Records made of what servers say. What the protocol lets them leave out is filled in; what does
/// not fit the protocol is refused.
final class Answers {
  private Answers() {}

  static <T> T decode(JsonNode json, Class<T> type) {
    try {
      return Json.WIRE.treeToValue(json, type);
    } catch (JacksonException e) {
      throw new McpClientException(
          McpClientException.Reason.BROKEN,
          "The server's answer is no %s: %s"
              .formatted(type.getSimpleName(), e.getOriginalMessage()),
          e);
    }
  }

  static String text(ObjectNode json, String key) {
    var text = Json.text(json, key);
    if (text == null) {
      throw McpClientException.broken("The server's answer lacks \"" + key + "\"");
    }
    return text;
  }

  static ArrayNode array(ObjectNode json, String key) {
    if (json.get(key) instanceof ArrayNode array) {
      return array;
    }
    throw McpClientException.broken("The server's answer lacks the list \"" + key + "\"");
  }

  static ToolResult toolResult(ObjectNode json) {
    var whole = json.deepCopy();
    orEmpty(whole, "content");
    whole.put("isError", json.path("isError").asBoolean(false));
    return decode(whole, ToolResult.class);
  }

  static ToolInfo tool(JsonNode json) {
    if (json instanceof ObjectNode tool && !tool.has("description")) {
      tool.put("description", "");
    }
    return decode(json, ToolInfo.class);
  }

  static PromptInfo prompt(JsonNode json) {
    if (json instanceof ObjectNode prompt) {
      orEmpty(prompt, "arguments");
      for (var argument : prompt.path("arguments")) {
        if (argument instanceof ObjectNode object && !object.has("required")) {
          object.put("required", false);
        }
      }
    }
    return decode(json, PromptInfo.class);
  }

  static PromptResult promptResult(ObjectNode json) {
    array(json, "messages");
    return decode(json, PromptResult.class);
  }

  static Completion completion(ObjectNode json) {
    var completion = Json.child(json, "completion").deepCopy();
    int size = array(completion, "values").size();
    completion.put("total", completion.path("total").asInt(size));
    completion.put("hasMore", completion.path("hasMore").asBoolean(false));
    return decode(completion, Completion.class);
  }

  static @Nullable Implementation implementation(@Nullable JsonNode json) {
    boolean complete = json != null && json.path("name").isString() && json.has("version");
    return complete && json != null ? decode(json, Implementation.class) : null;
  }

  private static void orEmpty(ObjectNode json, String key) {
    if (!json.has(key)) {
      json.putArray(key);
    }
  }
}
