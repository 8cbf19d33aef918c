package dev.retinue.web.api;

import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.schema.MisfitException;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.mcp.transport.Http;
import dev.retinue.web.http.Body;
import dev.retinue.web.http.Visit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes the record of what was sent, or says what is wrong with it.
final class BodyReader<T> {
  private final Class<T> type;
  private final RecordSchema schema;
  private final Validator validator;

  BodyReader(Class<T> type) {
    this.type = type;
    this.schema = RecordSchema.of(type);
    this.validator = new Validator(schema.json());
  }

  /// A body that cannot be taken.
  static final class Unacceptable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String sentence;

    Unacceptable(int status, String sentence) {
      super(sentence);
      this.status = status;
      this.sentence = sentence;
    }

    int status() {
      return status;
    }

    String sentence() {
      return sentence;
    }
  }

  T require(ApiCall call) {
    return decode(
        find(call.visit())
            .orElseThrow(
                () -> new Unacceptable(400, "There is no body; this needs a JSON object.")));
  }

  /// What was sent, if anything was.
  Optional<T> find(ApiCall call) {
    return find(call.visit()).map(this::decode);
  }

  /// A list of them, with at least one.
  List<T> requireAll(ApiCall call) {
    if (tree(call.visit()).orElse(null) instanceof ArrayNode array && !array.isEmpty()) {
      return array.valueStream().map(this::decodeElement).toList();
    }
    throw new Unacceptable(400, "The body must be a JSON array with at least one element.");
  }

  private T decodeElement(JsonNode element) {
    if (element instanceof ObjectNode object) {
      return decode(object);
    }
    throw new Unacceptable(400, "The body must be a JSON array of objects.");
  }

  T decode(ObjectNode json) {
    var violations = validator.violations(json);
    if (!violations.isEmpty()) {
      throw new Unacceptable(400, sentence(String.join("; ", violations)));
    }
    try {
      return schema.decode(json, type);
    } catch (MisfitException e) {
      throw new Unacceptable(400, sentence(e.sentence()));
    }
  }

  private static String sentence(String why) {
    return "The body is not valid: " + why;
  }

  /// The object that was sent, if anything was.
  static Optional<ObjectNode> find(Visit visit) {
    return tree(visit)
        .map(
            json -> {
              if (json instanceof ObjectNode object) {
                return object;
              }
              throw new Unacceptable(400, "The body must be a JSON object.");
            });
  }

  private static Optional<JsonNode> tree(Visit visit) {
    byte[] bytes;
    try {
      bytes =
          Body.find(visit.request(), Json.LONGEST)
              .orElseThrow(() -> new Unacceptable(400, "The body has not come as a whole."));
    } catch (Http.TooLarge e) {
      throw new Unacceptable(413, "A body may have at most %d bytes.".formatted(Json.LONGEST));
    }
    if (bytes.length == 0) {
      return Optional.empty();
    }
    if (!isJson(visit.header("Content-Type"))) {
      throw new Unacceptable(
          415, "The body must be JSON, and the header 'Content-Type: application/json' say so.");
    }
    try {
      return Optional.of(Codec.parse(bytes));
    } catch (RpcException e) {
      throw new Unacceptable(400, e.error().message());
    }
  }

  private static boolean isJson(@Nullable String type) {
    var essence = (type == null ? "" : type).split(";", 2)[0].strip();
    return essence.toLowerCase(Locale.ROOT).equals("application/json");
  }
}
