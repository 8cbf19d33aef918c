package dev.retinue.runtime.llm.server;

import dev.retinue.core.Excerpt;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a server answers to a call, as text for a model. Pictures and files are named, and stay
/// where they are.
final class Results {
  static final int MOST_CHARACTERS = 40_000;
  private static final int MOST_PIECES = 1_000;

  private Results() {}

  /// @param shown what may be shown of a text
  static Result of(ObjectNode answer, UnaryOperator<String> shown) {
    var pieces = new ArrayList<String>();
    boolean said = false;
    for (var piece : answer.path("content")) {
      if (pieces.size() == MOST_PIECES) {
        pieces.add("[%d more pieces]".formatted(answer.path("content").size() - MOST_PIECES));
        break;
      }
      said |= "text".equals(Json.text(piece, "type"));
      pieces.add(text(piece));
    }
    var structured = answer.get("structuredContent");
    if (!said && structured != null && !structured.isNull()) {
      pieces.add(structured.toString());
    }
    var all = Foreign.bounded(shown.apply(String.join("\n", pieces).strip()), MOST_CHARACTERS);
    boolean failed = answer.path("isError").asBoolean(false);
    return new Result(all.isEmpty() ? nothing(failed) : all, failed);
  }

  private static String nothing(boolean failed) {
    return failed
        ? "It failed, and the server does not say why."
        : "Done. The server says no more.";
  }

  private static String text(JsonNode piece) {
    var type = word(piece, "type");
    return switch (type) {
      case "text" -> piece.path("text").asString("");
      case "image", "audio" -> "[%s, %s, not shown]".formatted(type, word(piece, "mimeType"));
      case "resource_link" -> "[link to %s: %s]".formatted(word(piece, "name"), word(piece, "uri"));
      case "resource" -> resource(piece.path("resource"));
      default -> "[%s, not shown]".formatted(type.isEmpty() ? "something" : type);
    };
  }

  private static String resource(JsonNode resource) {
    var uri = word(resource, "uri");
    var text = Json.text(resource, "text");
    return text == null
        ? "[resource %s, %s, not shown]".formatted(uri, word(resource, "mimeType"))
        : "[resource %s]\n%s".formatted(uri, text);
  }

  private static String word(JsonNode node, String key) {
    return Excerpt.of(node.path(key).asString(""), 300);
  }
}
