package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ToolJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers as JSON and as text.
final class Wire {
  private Wire() {}

  static String text(@Nullable Object result) {
    return switch (result) {
      case null -> "";
      case CharSequence text -> text.toString();
      case JsonNode json when json.isString() -> json.stringValue();
      default -> json(result).toPrettyString();
    };
  }

  static JsonNode json(@Nullable Object result) {
    return switch (result) {
      case null -> Json.WIRE.nullNode();
      case JsonNode json -> json;
      case CharSequence text -> Json.WIRE.getNodeFactory().stringNode(text.toString());
      default -> ToolJson.MAPPER.valueToTree(result);
    };
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
