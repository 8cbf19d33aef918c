package dev.retinue.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.retinue.core.ErrorCode;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.web.http.Template;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI document, made of the operations that are served: it cannot say anything else.
final class OpenApi {
  private static final String ERROR = "#/components/schemas/Error";

  /// What a member of the staff may be without.
  private static final Set<String> MISSING = Set.of("model", "needs");

  private OpenApi() {}

  static ObjectNode document(String version, List<Operation> operations) {
    var document = Json.object().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Retinue")
        .put("version", version)
        .put("description", "Start, watch and steer agents. The handle of a run is an agent's id.");
    document.putArray("security").addObject().putArray("token");
    var paths = document.putObject("paths");
    for (var operation : operations) {
      var path =
          paths.get(operation.path()) instanceof ObjectNode known
              ? known
              : paths.putObject(operation.path());
      path.set(operation.method().toLowerCase(Locale.ROOT), describe(operation));
    }
    var components = document.putObject("components");
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
    components.putObject("schemas").set("Error", error());
    return document;
  }

  private static ObjectNode describe(Operation operation) {
    var about = operation.about();
    var described =
        Json.object().put("operationId", name(operation)).put("summary", about.summary());
    parameters(described, operation);
    if (about.body() != Operation.About.NO_BODY) {
      content(described.putObject("requestBody"), "application/json", sent(about));
    }
    var responses = described.putObject("responses");
    var good = responses.putObject("200").put("description", about.summary());
    if (about.answer().isEmpty() && !about.streams()) {
      content(good, "application/octet-stream", Json.object());
    } else if (!about.answer().isEmpty()) {
      content(good, "application/json", merged(about.answer()));
    }
    if (about.streams()) {
      content(good, "text/event-stream", Json.object().put("type", "string"));
    }
    var bad = responses.putObject("default").put("description", "A refusal, and what to do.");
    content(bad, "application/json", Json.object().put("$ref", ERROR));
    return described;
  }

  private static ObjectNode sent(Operation.About about) {
    var one = schema(about.body());
    if (!about.many()) {
      return one;
    }
    var list = Json.object().put("type", "array").put("minItems", 1);
    list.set("items", one);
    return list;
  }

  private static String name(Operation operation) {
    var words = operation.path().replaceAll("[^a-z]+", "_").replaceAll("_$", "");
    return operation.method().toLowerCase(Locale.ROOT) + words.replaceFirst("^_api", "");
  }

  private static void parameters(ObjectNode described, Operation operation) {
    var names = new Template(operation.path()).names();
    var query = operation.about().parameters();
    if (names.isEmpty() && query.isEmpty()) {
      return;
    }
    var parameters = described.putArray("parameters");
    for (var name : names) {
      var parameter = parameters.addObject().put("name", name).put("in", "path");
      parameter.put("required", true).putObject("schema").put("type", "string");
    }
    for (var each : query) {
      var parameter = parameters.addObject().put("name", each.name()).put("in", "query");
      parameter.put("description", each.description());
      parameter.putObject("schema").put("type", each.type());
    }
  }

  private static void content(ObjectNode where, String type, ObjectNode schema) {
    var content =
        where.get("content") instanceof ObjectNode known ? known : where.putObject("content");
    content.putObject(type).set("schema", schema);
  }

  /// The components of all these records in one object. What comes back may have more one day, so
  /// nobody is told that it has not.
  private static ObjectNode merged(List<Class<?>> types) {
    var all = schema(types.getFirst());
    for (var type : types.subList(1, types.size())) {
      var more = schema(type);
      ((ObjectNode) all.path("properties")).setAll((ObjectNode) more.path("properties"));
      var required = all.get("required") == null ? all.putArray("required") : all.get("required");
      more.path("required").forEach(((ArrayNode) required)::add);
    }
    open(all);
    return all;
  }

  private static void open(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.path("additionalProperties").isBoolean()) {
      object.remove("additionalProperties");
    }
    schema.forEach(OpenApi::open);
  }

  private static ObjectNode schema(Class<?> type) {
    var schema = RecordSchema.of(type).json();
    for (var component : type.getRecordComponents()) {
      var included = component.getAccessor().getAnnotation(JsonInclude.class);
      var name = component.getName();
      if (included != null && schema.path("properties").get(name) instanceof ObjectNode property) {
        var plain = property.path("type").asString();
        property.putArray("type").add(plain).add("null");
      }
    }
    rename(schema);
    return schema;
  }

  /// No component of a record can be called so.
  private static void rename(JsonNode schema) {
    if (schema.path("properties") instanceof ObjectNode properties
        && properties.has("is_default")) {
      properties.set("default", properties.remove("is_default"));
      var required = ((ObjectNode) schema).putArray("required");
      properties.propertyNames().stream()
          .filter(it -> !MISSING.contains(it))
          .forEach(required::add);
    }
    schema.forEach(OpenApi::rename);
  }

  private static ObjectNode error() {
    var schema = Json.object().put("type", "object");
    schema.putArray("required").add("error");
    var error = schema.putObject("properties").putObject("error").put("type", "object");
    error.putArray("required").add("code").add("message");
    var properties = error.putObject("properties");
    var codes = properties.putObject("code").put("type", "string").putArray("enum");
    Stream.of(ErrorCode.values()).forEach(code -> codes.add(code.name()));
    properties.putObject("message").put("type", "string");
    return schema;
  }
}
