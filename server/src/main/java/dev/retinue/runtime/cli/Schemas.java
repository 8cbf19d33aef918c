package dev.retinue.runtime.cli;

import dev.retinue.core.Check;
import dev.retinue.core.Run;
import java.util.HashSet;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The form in which a run has to answer, and answers in such a form.
public final class Schemas {
  /// What fits into one argument of a command line, with room to spare.
  private static final int SHORT = 64 * 1024;

  private static final int DEEPEST = 50;
  private static final Pattern FENCED =
      Pattern.compile("```(?:json)?\\s*\\n(.*?)\\n?```", Pattern.DOTALL);

  private Schemas() {}

  /// What the payload of a run must look like, where a check of it says so.
  static Optional<String> of(Run run) {
    return run.commission().terms().checks().stream()
        .filter(Check.PayloadSchema.class::isInstance)
        .map(check -> ((Check.PayloadSchema) check).schema())
        .findFirst();
  }

  /// Whether a model can be given this as the form of a call: an object, and not too long.
  public static boolean isOfObject(@Nullable String schema) {
    return schema != null
        && schema.length() <= SHORT
        && parse(schema).filter(Schemas::isObject).isPresent();
  }

  /// Whether OpenAI takes it: every object names all of its members as required, and has no others.
  public static boolean isStrict(@Nullable String schema) {
    return isOfObject(schema)
        && parse(schema == null ? "" : schema).filter(it -> isStrict(it, 0)).isPresent();
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

  /// The JSON in a text that should be nothing else: all of it, or what stands in a fence.
  static Optional<String> answer(String text) {
    if (parse(text).isPresent()) {
      return Optional.of(text.strip());
    }
    var fenced = FENCED.matcher(text);
    String last = null;
    while (fenced.find()) {
      last = fenced.group(1);
    }
    return Optional.ofNullable(last).filter(it -> parse(it).isPresent()).map(String::strip);
  }

  private static Optional<JsonNode> parse(String text) {
    try {
      var node = Lines.Mapper.JSON.readTree(text);
      return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
