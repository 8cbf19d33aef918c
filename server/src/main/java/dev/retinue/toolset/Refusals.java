package dev.retinue.toolset;

import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a refusal of the core reaches a model: as a sentence, and with its code for programs.
public final class Refusals {
  private Refusals() {}

  /// The tool, whose refusals are answers.
  public static ToolEntry answered(Tool<?, ?> tool) {
    return answered(ToolEntry.of(tool));
  }

  /// The same for a tool that is made by hand.
  public static ToolEntry answered(ToolEntry entry) {
    return new ToolEntry(
        entry.info(),
        entry.tasks(),
        entry.edition(),
        entry.prepare(),
        (arguments, call) -> {
          try {
            return entry.handler().handle(arguments, call);
          } catch (RetinueException e) {
            return result(e, Principal.of(call));
          }
        },
        entry.input());
  }

  static ToolResult result(RetinueException refusal, Caller who) {
    var sentence = refusal.toldTo(who);
    var structured = Json.object();
    structured.set("error", told(refusal, sentence));
    return new ToolResult(List.of(Content.text(sentence)), structured, true);
  }

  /// The same for a request that comes to no tool.
  public static RpcError error(RetinueException refusal) {
    return new RpcError(RpcError.INTERNAL_ERROR, refusal.toldTo(null), told(refusal, null));
  }

  private static ObjectNode told(RetinueException refusal, @Nullable String sentence) {
    var error = Json.object().put("code", refusal.code().name());
    if (sentence != null) {
      error.put("message", sentence);
    }
    refusal.retryAfter().ifPresent(wait -> error.put("retry_after_seconds", seconds(wait)));
    return error;
  }

  /// Whole seconds, and never too few of them.
  private static long seconds(Duration wait) {
    return Math.max(1, wait.plusNanos(999_999_999).toSeconds());
  }
}
