package dev.retinue.mcp.schema;

import dev.retinue.mcp.rpc.Json;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON Schema of a record. A component is required unless it is `@Nullable` or has a default.
public final class RecordSchema {
  private final ObjectNode json;
  private final boolean hasDefaults;

  private RecordSchema(ObjectNode json) {
    this.json = json;
    this.hasDefaults = json.findValue("default") != null;
  }

  public static RecordSchema of(Class<?> type) {
    return new RecordSchema(object(type));
  }

  public ObjectNode json() {
    return json;
  }

  /// Makes the record of arguments that fit the schema. A schema cannot say all that a record
  /// wants: what still does not fit is refused with a sentence about the first such thing.
  public <T> T decode(ObjectNode arguments, Class<T> type) {
    var complete = hasDefaults ? arguments.deepCopy() : arguments;
    if (hasDefaults) {
      addDefaults(json, complete);
    }
    try {
      return ToolJson.MAPPER.treeToValue(complete, type);
    } catch (JacksonException e) {
      throw new MisfitException(sentence(e, complete));
    }
  }

  private static void addDefaults(JsonNode schema, JsonNode value) {
    if (value instanceof ObjectNode object) {
      for (var property : schema.path("properties").properties()) {
        var given = property.getValue().get("default");
        if (given != null && !object.has(property.getKey())) {
          object.set(property.getKey(), given);
        }
        addDefaults(property.getValue(), object.path(property.getKey()));
      }
      if (schema.path("additionalProperties").isObject()) {
        object.forEach(each -> addDefaults(schema.path("additionalProperties"), each));
      }
    } else {
      value.forEach(each -> addDefaults(schema.path("items"), each));
    }
  }

  private static String sentence(JacksonException failure, JsonNode arguments) {
    var where = new StringJoiner(".");
    var value = arguments;
    for (var step : failure.getPath()) {
      var name = step.getPropertyName();
      where.add(name == null ? String.valueOf(step.getIndex()) : name);
      value = name == null ? value.path(step.getIndex()) : value.path(name);
    }
    return Validator.sentence(where.toString(), value, failure.getOriginalMessage());
  }

  private static ObjectNode object(Class<?> type) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    var required = schema.arrayNode();
    for (var component : type.getRecordComponents()) {
      var name = ToolJson.name(component.getName());
      properties.set(name, property(component));
      boolean optional =
          component.getAnnotatedType().isAnnotationPresent(Nullable.class)
              || component.isAnnotationPresent(Default.class);
      if (!optional) {
        required.add(name);
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode property(RecordComponent component) {
    var schema = typed(component);
    var description = component.getAnnotation(Description.class);
    if (description != null) {
      schema.put("description", description.value());
    }
    var limits = component.getAnnotation(Limits.class);
    if (limits != null) {
      limit(schema, limits);
    }
    var value = component.getAnnotation(Default.class);
    if (value != null) {
      schema.set("default", Json.WIRE.readTree(value.value()));
    }
    return schema;
  }

  private static ObjectNode typed(RecordComponent component) {
    try {
      return schema(component.getAnnotatedType());
    } catch (NoSchemaException e) {
      throw new IllegalArgumentException(
          "'%s' of %s cannot have a schema: it is of %s, and texts, numbers, booleans, enums, times, records, lists and maps have one."
              .formatted(
                  component.getName(),
                  component.getDeclaringRecord().getSimpleName(),
                  e.getMessage()),
          e);
    }
  }

  /// The name of a type of which there is none.
  private static final class NoSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoSchemaException(Class<?> type) {
      super(type.getName());
    }
  }

  private static ObjectNode schema(AnnotatedType annotated) {
    var type = annotated.getType();
    var raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
    var schema = Json.object();
    if (!(raw instanceof Class<?> plain)) {
      return schema;
    }
    if (plain.isEnum()) {
      var names = schema.put("type", "string").putArray("enum");
      for (var constant : plain.getEnumConstants()) {
        names.add(ToolJson.lowerCase((Enum<?>) constant));
      }
      return schema;
    }
    if (plain.isRecord()) {
      return object(plain);
    }
    if (Collection.class.isAssignableFrom(plain)) {
      schema.put("type", "array").set("items", schema(arguments(annotated).getFirst()));
      return schema;
    }
    if (Map.class.isAssignableFrom(plain)) {
      schema
          .put("type", "object")
          .set("additionalProperties", schema(arguments(annotated).getLast()));
      return schema;
    }
    return scalar(schema, plain);
  }

  private static List<AnnotatedType> arguments(AnnotatedType type) {
    return List.of(((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments());
  }

  private static ObjectNode scalar(ObjectNode schema, Class<?> type) {
    if (type == String.class) {
      return schema.put("type", "string");
    }
    if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    }
    if (type == Instant.class) {
      return schema.put("type", "string").put("format", "date-time");
    }
    if (type == double.class || type == Double.class || type == BigDecimal.class) {
      return schema.put("type", "number");
    }
    if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
      return schema.put("type", "integer");
    }
    if (JsonNode.class.isAssignableFrom(type)) {
      return type == ObjectNode.class ? schema.put("type", "object") : schema;
    }
    throw new NoSchemaException(type);
  }

  private static void limit(ObjectNode schema, Limits limits) {
    var type = schema.path("type").asString("");
    boolean whole = type.equals("integer");
    if (Double.isFinite(limits.min())) {
      bound(schema, "minimum", limits.min(), whole);
    }
    if (Double.isFinite(limits.max())) {
      bound(schema, "maximum", limits.max(), whole);
    }
    var length =
        switch (type) {
          case "array" -> "Items";
          case "object" -> "Properties";
          default -> "Length";
        };
    if (limits.minLength() > 0) {
      schema.put("min" + length, limits.minLength());
    }
    if (limits.maxLength() < Integer.MAX_VALUE) {
      schema.put("max" + length, limits.maxLength());
    }
    if (!limits.pattern().isEmpty()) {
      schema.put("pattern", limits.pattern());
    }
  }

  private static void bound(ObjectNode schema, String key, double value, boolean whole) {
    if (whole) {
      schema.put(key, (long) value);
    } else {
      schema.put(key, value);
    }
  }
}
