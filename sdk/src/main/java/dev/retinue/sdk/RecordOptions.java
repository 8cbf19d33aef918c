package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.RecordSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Options that are the components of a record: `maxFiles` is `--max-files`, and a boolean is a
/// flag that may be left out.
final class RecordOptions {
  private RecordOptions() {}

  static List<Option> of(Class<? extends Record> type) {
    var schema = RecordSchema.of(type).json();
    var options = new ArrayList<Option>();
    for (var property : schema.path("properties").properties()) {
      var about = property.getValue();
      var fallback = about.get("default");
      var kind = type(property.getKey(), about);
      options.add(
          new Option(
              property.getKey().replace('_', '-'),
              null,
              about.path("description").asString(""),
              kind,
              fallback == null ? null : text(fallback),
              isRequired(schema, property.getKey()) && kind != Option.Type.BOOLEAN,
              about.path("enum").valueStream().map(JsonNode::asString).toList()));
    }
    return options;
  }

  private static boolean isRequired(ObjectNode schema, String name) {
    return schema.path("required").valueStream().anyMatch(it -> it.asString().equals(name));
  }

  private static @Nullable String text(JsonNode value) {
    return value.isArray() ? null : value.asString();
  }

  private static Option.Type type(String name, JsonNode about) {
    return switch (about.path("type").asString("")) {
      case "string" -> Option.Type.STRING;
      case "integer" -> Option.Type.INTEGER;
      case "number" -> Option.Type.NUMBER;
      case "boolean" -> Option.Type.BOOLEAN;
      case "array" -> Option.Type.LIST;
      default ->
          throw new IllegalArgumentException(
              "'%s' cannot be an option: texts, numbers, booleans, enums and lists of texts can."
                  .formatted(name));
    };
  }

  /// The record of the values that were given.
  static <T extends Record> T decode(ObjectNode values, Class<T> type) {
    var schema = RecordSchema.of(type);
    var known = schema.json().path("properties");
    var named = Json.object();
    for (var value : values.properties()) {
      var component = value.getKey().replace('-', '_');
      if (known.has(component)) {
        named.set(component, value.getValue());
      }
    }
    for (var property : known.properties()) {
      boolean flag = property.getValue().path("type").asString("").equals("boolean");
      if (flag && !named.has(property.getKey()) && isRequired(schema.json(), property.getKey())) {
        named.put(property.getKey(), false);
      }
    }
    return schema.decode(named, type);
  }
}
