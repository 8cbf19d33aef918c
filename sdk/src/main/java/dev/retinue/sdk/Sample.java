package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import tools.jackson.databind.JsonNode;

/// Something that fits a schema. Where more is wanted than can be guessed, such as a pattern, it
/// does not fit.
final class Sample {
  private Sample() {}

  static JsonNode of(JsonNode schema) {
    if (schema.path("enum").isArray()) {
      return schema.path("enum").path(0);
    }
    var json = Json.object();
    return switch (schema.path("type").asString("")) {
      case "object" -> {
        for (var name : schema.path("required")) {
          json.set(name.asString(), of(schema.path("properties").path(name.asString())));
        }
        yield json;
      }
      case "array" -> json.arrayNode();
      case "boolean" -> json.booleanNode(true);
      case "integer", "number" -> json.numberNode(schema.path("minimum").asLong(1));
      default -> json.stringNode("x".repeat(schema.path("minLength").asInt(1)));
    };
  }
}
