package dev.retinue.llm.scripted;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// The smallest thing that a schema allows, as far as clients ask for one beside their work.
final class Instance {
  private Instance() {}

  static JsonNode of(JsonNode schema) {
    if (schema.has("const")) {
      return schema.path("const");
    }
    if (schema.has("enum")) {
      return schema.path("enum").path(0);
    }
    return switch (schema.path("type").asString("object").toLowerCase(java.util.Locale.ROOT)) {
      case "string" -> Tree.JSON.valueToTree("scripted");
      case "boolean" -> Tree.JSON.valueToTree(false);
      case "integer", "number" -> Tree.JSON.valueToTree(1);
      case "array" -> Tree.JSON.valueToTree(List.of());
      default -> {
        var object = Tree.of();
        for (var name : schema.path("required")) {
          object.set(name.asString(""), of(schema.path("properties").path(name.asString(""))));
        }
        yield object;
      }
    };
  }
}
