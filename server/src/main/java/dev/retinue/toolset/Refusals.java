package dev.retinue.toolset;

import dev.retinue.core.Caller;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a refusal of the core reaches a model: as a sentence, and with its code for programs.
public final class Refusals {
  /// Where an error says which scope it takes.
  public static final String SCOPE = "scope";

  private static final int FORBIDDEN = 403;

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
            var who = Principal.of(call);
            requireScope(e, who);
            return result(e, who);
          }
        },
        entry.input());
  }

  /// Whose token comes from an issuer can get one that may more: the protocol of HTTP tells his
  /// client so, before it comes to his model.
  private static void requireScope(RetinueException refusal, Caller who) {
    if (refusal.needed().isPresent() && Issuer.isCaller(who.id()) && who.run() == null) {
      var data = told(refusal, null).put(SCOPE, refusal.needed().get().word());
      throw new RpcException(
          new RpcError(RpcError.INTERNAL_ERROR, refusal.toldTo(who), data), FORBIDDEN);
    }
  }

  static ToolResult result(RetinueException refusal, Caller who) {
    return new ToolResult(
        List.of(Content.text(refusal.toldTo(who))), structured(refusal, who), true);
  }

  /// What programs are told of it.
  static ObjectNode structured(RetinueException refusal, @Nullable Caller who) {
    var structured = Json.object();
    structured.set("error", told(refusal, refusal.toldTo(who)));
    return structured;
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
    refusal.hit().ifPresent(it -> error.setAll(Json.WIRE.<ObjectNode>valueToTree(it.facts())));
    return error;
  }
}
