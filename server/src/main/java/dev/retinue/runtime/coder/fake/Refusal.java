package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// A refusal in the form of Coder.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String detail;
  private final transient Map<String, String> validations;

  private Refusal(int status, String message, String detail, Map<String, String> validations) {
    super(message, null, false, false);
    this.status = status;
    this.detail = detail;
    this.validations = validations;
  }

  static Refusal of(int status, String message) {
    return new Refusal(status, message, "", Map.of());
  }

  static Refusal of(int status, String message, String detail) {
    return new Refusal(status, message, detail, Map.of());
  }

  /// Of one field of what was sent.
  static Refusal field(int status, String message, String field, String detail) {
    return new Refusal(status, message, "", Map.of(field, detail));
  }

  /// Says as little about what is not there as about what may not be seen.
  static Refusal notFound() {
    return of(404, "Resource not found or you do not have access to this resource");
  }

  /// The id that a path has at this place.
  static UUID id(String text, String what) {
    if (!text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      throw of(400, "Invalid UUID \"%s\".".formatted(text), "The id of a %s.".formatted(what));
    }
    return UUID.fromString(text);
  }

  Reply.Whole reply() {
    var body = Tree.of("message", getMessage());
    if (!detail.isEmpty()) {
      body.put("detail", detail);
    }
    if (!validations.isEmpty()) {
      List<ObjectNode> fields =
          validations.entrySet().stream()
              .map(it -> Tree.of("field", it.getKey(), "detail", it.getValue()))
              .toList();
      body.set("validations", Tree.list(fields));
    }
    return Reply.json(status, body);
  }
}
