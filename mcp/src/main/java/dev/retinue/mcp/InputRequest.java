package dev.retinue.mcp;

import dev.retinue.mcp.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/// Something that only the client, or the person before it, can answer.
public sealed interface InputRequest {
  /// A form for the person: fields by a flat JSON Schema.
  record Elicit(String message, ObjectNode schema) implements InputRequest {}

  /// A completion by the client's own model.
  record Sample(ObjectNode params) implements InputRequest {}

  /// The folders that the client works in.
  record ListRoots() implements InputRequest {}

  /// The method by which it travels.
  default String method() {
    return switch (this) {
      case Elicit _ -> "elicitation/create";
      case Sample _ -> "sampling/createMessage";
      case ListRoots _ -> "roots/list";
    };
  }

  default ObjectNode params() {
    return switch (this) {
      case Elicit(var message, var schema) -> {
        var params = Json.object().put("message", message);
        params.set("requestedSchema", schema);
        yield params;
      }
      case Sample(var params) -> params;
      case ListRoots _ -> Json.object();
    };
  }

  /// What a client must have declared before it may be asked.
  default String capability() {
    return switch (this) {
      case Elicit _ -> "elicitation";
      case Sample _ -> "sampling";
      case ListRoots _ -> "roots";
    };
  }

  /// Whether an answer has the shape that belongs to the question.
  default boolean accepts(ObjectNode answer) {
    return accepts(method(), answer);
  }

  /// The same for a question of which only the method is known.
  static boolean accepts(String method, ObjectNode answer) {
    return switch (method) {
      case "elicitation/create" -> answer.path("action").isString();
      case "sampling/createMessage" -> answer.has("content") && answer.path("role").isString();
      case "roots/list" -> answer.path("roots").isArray();
      default -> false;
    };
  }
}
