package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ToolJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers as JSON and as text. Without a pattern `switch`, whose machinery the JVM would make
/// while a client waits for its first call.
final class Wire {
  private Wire() {}

  static String text(@Nullable Object result) {
    if (result == null) {
      return "";
    }
    if (result instanceof CharSequence text) {
      return text.toString();
    }
    var json = json(result);
    return json.isString() ? json.stringValue() : json.toPrettyString();
  }

  static JsonNode json(@Nullable Object result) {
    if (result == null) {
      return Json.WIRE.nullNode();
    }
    if (result instanceof JsonNode json) {
      return json;
    }
    return result instanceof CharSequence text
        ? Json.WIRE.getNodeFactory().stringNode(text.toString())
        : ToolJson.MAPPER.valueToTree(result);
  }

  /// `{result, metadata?, warnings?, error?}`.
  static ObjectNode json(Answer answer) {
    var json = Json.object();
    json.set("result", json(answer.result()));
    if (!answer.metadata().isEmpty()) {
      json.set("metadata", json(answer.metadata()));
    }
    if (!answer.warnings().isEmpty()) {
      json.set("warnings", json(answer.warnings()));
    }
    if (answer.error() != null) {
      json.put("error", answer.error());
    }
    return json;
  }
}
