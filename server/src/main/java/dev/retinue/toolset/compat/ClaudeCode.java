package dev.retinue.toolset.compat;

import dev.retinue.core.Caller;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.spawner.SpawnOrder;
import dev.retinue.toolset.spawner.Spawns;
import dev.retinue.toolset.spawner.StaffedBy;
import dev.retinue.toolset.spawner.context.ContextLevel;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The tool `claude_code`: has Claude Code do a task, and returns its text.
final class ClaudeCode {
  private final Spawns spawns;
  private final Threads threads;
  private final StaffedBy claude;

  ClaudeCode(Spawns spawns, Threads threads) {
    this.spawns = spawns;
    this.threads = threads;
    this.claude = StaffedBy.claude(spawns.staff());
  }

  ToolResult call(ObjectNode json, Call call) throws InterruptedException {
    var arguments = new Arguments(json);
    var warnings = arguments.strangers(Schemas.CLAUDE_ARGUMENTS).map(List::of).orElse(List.of());
    return answer(arguments, call).claude(warnings);
  }

  private ThreadAnswer answer(Arguments arguments, Call call) throws InterruptedException {
    var thread = arguments.text("threadId");
    if (thread != null) {
      return threads.goOn(
          call, new Threads.Reply(Compat.CLAUDE_CODE, "claude", thread, arguments.prompt()));
    }
    if (arguments.prompt().isBlank()) {
      throw new ToolException("'prompt' is empty: say what Claude Code is to do.");
    }
    var begun = spawns.spawn(call, order(arguments, Principal.of(call)));
    return threads.answer(call, begun.spawnId(), begun);
  }

  private SpawnOrder order(Arguments arguments, Caller caller) {
    return new SpawnOrder(
        Compat.CLAUDE_CODE,
        claude.name(caller),
        new SpawnOrder.Errand(arguments.prompt(), null, ContextLevel.MINIMAL, null),
        new SpawnOrder.Means(null, null, arguments.text("workFolder"), null, null),
        Threads.NO_LIMITS,
        Threads.WAITED_FOR);
  }
}
