package dev.retinue.config;

import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Pieces of JSON Schema.
public final class Schemas {
  private Schemas() {}

  public static ObjectNode anything() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ObjectNode type(String... types) {
    var schema = anything();
    if (types.length == 1) {
      return schema.put("type", types[0]);
    }
    var list = schema.putArray("type");
    List.of(types).forEach(list::add);
    return schema;
  }

  public static ObjectNode text(int most) {
    return type("string").put("maxLength", most);
  }

  public static ObjectNode oneOf(Collection<String> words) {
    var schema = anything();
    var list = schema.putArray("enum");
    words.forEach(list::add);
    return schema;
  }

  /// A section under whose keys all values are alike. One whose keys are all commented out is an
  /// empty one.
  public static ObjectNode each(ObjectNode value) {
    var schema = type("object", "null");
    schema.set("additionalProperties", value);
    return schema;
  }

  /// A section with these keys and no others.
  static ObjectNode section(Collection<Key<?>> keys) {
    var required = keys.stream().filter(Key::required).map(Key::name).toList();
    var schema = required.isEmpty() ? type("object", "null") : type("object");
    var properties = schema.putObject("properties");
    for (var key : keys) {
      properties.set(key.name(), key.kind().schema().put("description", key.description()));
    }
    if (!required.isEmpty()) {
      var list = schema.putArray("required");
      required.forEach(list::add);
    }
    return schema.put("additionalProperties", false);
  }

  /// Refuses a section that has all of these keys.
  public static void forbid(ObjectNode section, List<String> keys) {
    var rule = anything();
    var required = rule.putObject("not").putArray("required");
    keys.forEach(required::add);
    section.withArray("allOf").add(rule);
  }
}
