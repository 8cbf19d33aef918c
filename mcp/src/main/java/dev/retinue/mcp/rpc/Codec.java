package dev.retinue.mcp.rpc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Text to messages and back.
public final class Codec {
  private Codec() {}

  /// Reads UTF-8 text as JSON, whatever it says.
  public static JsonNode parse(byte[] text) {
    // Jackson would guess other encodings, and is lenient with this one; the protocol has one.
    if (!isUtf8(text)) {
      throw unreadable("it is not UTF-8");
    }
    JsonNode json;
    try {
      json = Json.WIRE.readTree(text);
    } catch (JacksonException e) {
      throw unreadable(ofTheText(e.getOriginalMessage()));
    }
    if (json.isMissingNode()) {
      throw unreadable("it is empty");
    }
    return json;
  }

  /// Without what only those understand who know the parser: its source, and its settings.
  private static String ofTheText(String message) {
    return message
        .replaceFirst(" \\(start marker at .*", "")
        .replaceFirst(", from `StreamReadConstraints[^`]*`", "");
  }

  /// Whether it is UTF-8 that begins with a character of JSON, and so not with a mark of the order
  /// of bytes.
  private static boolean isUtf8(byte[] text) {
    if (text.length > 1 && (text[0] <= 0 || text[1] == 0)) {
      return false;
    }
    for (byte character : text) {
      if (character < 0) {
        return isStrictUtf8(text);
      }
    }
    return true;
  }

  private static boolean isStrictUtf8(byte[] text) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static RpcException unreadable(String why) {
    return new RpcException(
        new RpcError(RpcError.PARSE_ERROR, "The message is not readable JSON: " + why), 400);
  }

  /// Makes a message of JSON, or refuses what is none.
  public static Message read(JsonNode json) {
    if (!(json instanceof ObjectNode object)) {
      throw invalid("a message is one JSON object");
    }
    if (!"2.0".equals(Json.text(object, "jsonrpc"))) {
      throw invalid("\"jsonrpc\" must be \"2.0\"");
    }
    var id = id(object);
    var method = object.get("method");
    if (method != null) {
      if (!method.isString()) {
        throw invalid("\"method\" must be a string");
      }
      var params = params(object);
      return id.<Message>map(known -> new Message.Request(known, method.stringValue(), params))
          .orElseGet(() -> new Message.Notification(method.stringValue(), params));
    }
    if (object.get("error") instanceof ObjectNode error) {
      return new Message.Failure(id.orElse(null), error(error));
    }
    var result = object.get("result");
    if (result == null || id.isEmpty()) {
      throw invalid("it is neither a request nor a notification nor an answer");
    }
    return new Message.Result(id.get(), result);
  }

  /// The id of something that may not be a message, so that its refusal can name it.
  public static Optional<RequestId> idOf(JsonNode json) {
    return json instanceof ObjectNode object && object.has("method")
        ? Optional.ofNullable(object.get("id")).flatMap(RequestId::read)
        : Optional.empty();
  }

  /// The same of text that may not even be JSON.
  public static @Nullable RequestId idIn(byte[] text) {
    try {
      return idOf(parse(text)).orElse(null);
    } catch (RpcException e) {
      return null;
    }
  }

  private static Optional<RequestId> id(ObjectNode object) {
    var id = object.get("id");
    if (id == null) {
      return Optional.empty();
    }
    var read = RequestId.read(id);
    if (read.isEmpty() && !object.has("error")) {
      throw invalid("\"id\" must be a string or a whole number");
    }
    return read;
  }

  private static ObjectNode params(ObjectNode object) {
    var params = object.get("params");
    if (params == null) {
      return Json.object();
    }
    if (params instanceof ObjectNode known) {
      return known;
    }
    throw invalid("\"params\" must be an object");
  }

  /// Why something was refused, as tolerant as one must be with what others wrote.
  public static RpcError error(ObjectNode error) {
    var message = Json.text(error, "message");
    return new RpcError(
        error.path("code").asInt(RpcError.INTERNAL_ERROR),
        message == null ? "(no message)" : message,
        error.get("data"));
  }

  private static RpcException invalid(String why) {
    return new RpcException(
        new RpcError(RpcError.INVALID_REQUEST, "This is not a JSON-RPC message: " + why), 400);
  }

  /// One line of UTF-8, without a line break in it.
  public static byte[] write(Message message) {
    return Json.WIRE.writeValueAsBytes(message.json());
  }
}
