package dev.retinue.mcp;

import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A failure that the model should read and can do something about.
public final class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String sentence;
  private final transient @Nullable JsonNode structured;

  public ToolException(String sentence) {
    this(sentence, null);
  }

  /// @param structured the same for programs
  public ToolException(String sentence, @Nullable JsonNode structured) {
    super(sentence);
    this.sentence = sentence;
    this.structured = structured;
  }

  public String sentence() {
    return sentence;
  }

  /// What the call answers.
  public ToolResult result() {
    return new ToolResult(List.of(Content.text(sentence)), structured, true);
  }
}
