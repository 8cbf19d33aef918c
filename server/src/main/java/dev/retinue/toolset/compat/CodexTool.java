package dev.retinue.toolset.compat;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.spawner.SpawnOrder;
import dev.retinue.toolset.spawner.Spawns;
import dev.retinue.toolset.spawner.StaffedBy;
import dev.retinue.toolset.spawner.context.ContextLevel;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The tool `codex`: begins a thread.
final class CodexTool {
  private final Spawns spawns;
  private final Threads threads;
  private final StaffedBy codex;

  CodexTool(Spawns spawns, Threads threads) {
    this.spawns = spawns;
    this.threads = threads;
    this.codex = StaffedBy.codex(spawns.staff());
  }

  ToolResult call(ObjectNode json, Call call) throws InterruptedException {
    var arguments = new Arguments(json);
    if (arguments.prompt().isBlank()) {
      throw new ToolException("'prompt' is empty: say what codex is to do.");
    }
    var options = new CodexOptions(arguments);
    var begun = spawns.spawn(call, order(Principal.of(call), arguments, options));
    return threads.answer(call, begun.spawnId(), begun).codex(options.warnings());
  }

  private SpawnOrder order(Caller caller, Arguments arguments, CodexOptions options) {
    var agent = codex.name(caller);
    var tools = options.tools();
    requireSome(caller, agent, tools);
    // As the old server had it: what the project says to agents, and nothing else of it.
    return new SpawnOrder(
        Compat.CODEX,
        agent,
        new SpawnOrder.Errand(options.prompt(), arguments.prompt(), ContextLevel.MINIMAL, null),
        new SpawnOrder.Means(arguments.text("model"), tools, arguments.text("cwd"), null, null),
        Threads.NO_LIMITS,
        Threads.WAITED_FOR);
  }

  /// A sandbox of which nothing is left would be none.
  private void requireSome(Caller caller, String name, @Nullable List<String> tools) {
    var agent = spawns.staff().roster().openTo(caller).require(name);
    if (tools != null && spawns.staff().members().refused(tools, agent).size() == tools.size()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Agent '%s' cannot be held to this sandbox: of its tools (%s) nothing would be left. Leave 'sandbox' out, or ask the operator to give it 'read'."
              .formatted(name, String.join(", ", agent.tools())));
    }
  }
}
