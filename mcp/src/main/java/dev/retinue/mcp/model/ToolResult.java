package dev.retinue.mcp.model;

import dev.retinue.mcp.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a call of a tool answers, success or not: both are for the model to read.
public record ToolResult(
    List<Content> content, @Nullable JsonNode structuredContent, boolean isError) {

  public static ToolResult of(Content... content) {
    return new ToolResult(List.of(content), null, false);
  }

  public static ToolResult text(String text) {
    return of(Content.text(text));
  }

  public static ToolResult error(String sentence) {
    return new ToolResult(List.of(Content.text(sentence)), null, true);
  }

  /// As it travels. Made by hand, because every call makes one and nearly all are of text.
  public ObjectNode json() {
    var json = Json.object();
    var pieces = json.putArray("content");
    for (var piece : content) {
      if (piece instanceof Content.Text(var text)) {
        pieces.addObject().put("type", "text").put("text", text);
      } else {
        pieces.add(Json.WIRE.<JsonNode>valueToTree(piece));
      }
    }
    if (structuredContent != null) {
      json.set("structuredContent", structuredContent);
    }
    return isError ? json.put("isError", true) : json;
  }
}
