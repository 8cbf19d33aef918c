package dev.retinue.mcp.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a call of a tool answers, success or not: both are for the model to read.
public record ToolResult(
    List<Content> content,
    @Nullable JsonNode structuredContent,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isError) {

  public static ToolResult of(Content... content) {
    return new ToolResult(List.of(content), null, false);
  }

  public static ToolResult text(String text) {
    return of(Content.text(text));
  }

  public static ToolResult error(String sentence) {
    return new ToolResult(List.of(Content.text(sentence)), null, true);
  }
}
