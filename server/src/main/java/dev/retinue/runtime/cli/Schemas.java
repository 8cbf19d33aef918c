package dev.retinue.runtime.cli;

import dev.retinue.runtime.form.Form;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Which schemas programs can be given as the form of their answer.
public final class Schemas {
  /// What fits into one argument of a command line, with room to spare.
  private static final int SHORT = 64 * 1024;

  private static final int DEEPEST = 50;

  private Schemas() {}

  /// Whether a model can be given this as the form of a call: an object, and not too long.
  public static boolean isOfObject(@Nullable String schema) {
    return schema != null
        && schema.length() <= SHORT
        && Form.parse(schema).filter(Schemas::isObject).isPresent();
  }

  /// Whether OpenAI takes it: every object names all of its members as required, and has no others.
  public static boolean isStrict(@Nullable String schema) {
    return isOfObject(schema)
        && Form.parse(schema == null ? "" : schema).filter(it -> isStrict(it, 0)).isPresent();
  }

  private static boolean isStrict(JsonNode schema, int depth) {
    if (depth > DEEPEST) {
      return false;
    }
    if (isObject(schema) && !isClosed(schema)) {
      return false;
    }
    for (var part : schema) {
      if (part.isContainer() && !isStrict(part, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isObject(JsonNode schema) {
    return schema.path("type").asString("").equals("object");
  }

  private static boolean isClosed(JsonNode schema) {
    var more = schema.path("additionalProperties");
    var required = new HashSet<String>();
    schema.path("required").forEach(name -> required.add(name.asString("")));
    return more.isBoolean()
        && !more.booleanValue()
        && required.containsAll(schema.path("properties").propertyNames());
  }
}
