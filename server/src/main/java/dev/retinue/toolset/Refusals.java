package dev.retinue.toolset;

import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import java.time.Duration;
import java.util.List;

/// How a refusal of the core reaches a model: as a sentence, and with its code for programs.
public final class Refusals {
  private Refusals() {}

  /// The tool, whose refusals are answers.
  public static ToolEntry answered(Tool<?, ?> tool) {
    var entry = ToolEntry.of(tool);
    return new ToolEntry(
        entry.info(),
        entry.tasks(),
        entry.edition(),
        entry.prepare(),
        (arguments, call) -> {
          try {
            return entry.handler().handle(arguments, call);
          } catch (RetinueException e) {
            return result(e);
          }
        },
        entry.input());
  }

  static ToolResult result(RetinueException refusal) {
    var structured = Json.object();
    var error = structured.putObject("error");
    error.put("code", refusal.code().name()).put("message", refusal.getMessage());
    refusal.retryAfter().ifPresent(wait -> error.put("retry_after_seconds", seconds(wait)));
    return new ToolResult(List.of(Content.text(refusal.getMessage())), structured, true);
  }

  /// Whole seconds, and never too few of them.
  private static long seconds(Duration wait) {
    return Math.max(1, wait.plusNanos(999_999_999).toSeconds());
  }
}
