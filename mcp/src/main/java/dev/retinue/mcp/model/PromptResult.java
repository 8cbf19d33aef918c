package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The messages that a prompt becomes.
public record PromptResult(@Nullable String description, List<Line> messages) {

  /// One message of it.
  public record Line(String role, Content content) {}

  public static Line user(Content content) {
    return new Line("user", content);
  }

  public static PromptResult of(Line... messages) {
    return new PromptResult(null, List.of(messages));
  }
}
