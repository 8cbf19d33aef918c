package dev.retinue.mcp.schema;

import dev.retinue.mcp.rpc.Json;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON Schema of a record. A component is required unless it is `@Nullable` or has a default.
public final class RecordSchema {
  private final ObjectNode json;
  private final Map<String, JsonNode> defaults = new LinkedHashMap<>();

  private RecordSchema(ObjectNode json) {
    this.json = json;
    for (var property : json.path("properties").properties()) {
      var value = property.getValue().get("default");
      if (value != null) {
        defaults.put(property.getKey(), value);
      }
    }
  }

  public static RecordSchema of(Class<?> type) {
    return new RecordSchema(object(type));
  }

  public ObjectNode json() {
    return json;
  }

  /// Makes the record of arguments that fit the schema.
  public <T> T decode(ObjectNode arguments, Class<T> type) {
    var complete = arguments;
    for (var property : defaults.entrySet()) {
      if (!arguments.has(property.getKey())) {
        complete = complete == arguments ? arguments.deepCopy() : complete;
        complete.set(property.getKey(), property.getValue());
      }
    }
    return ToolJson.MAPPER.treeToValue(complete, type);
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
    var schema = schema(component.getAnnotatedType());
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
        names.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
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
    if (type == double.class || type == Double.class) {
      return schema.put("type", "number");
    }
    if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
      return schema.put("type", "integer");
    }
    if (JsonNode.class.isAssignableFrom(type)) {
      return type == ObjectNode.class ? schema.put("type", "object") : schema;
    }
    throw new IllegalArgumentException("There is no schema for " + type);
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
    var length = type.equals("array") ? "Items" : "Length";
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
