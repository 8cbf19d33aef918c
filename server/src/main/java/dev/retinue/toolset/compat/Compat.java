package dev.retinue.toolset.compat;

import dev.retinue.core.staff.Register;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import dev.retinue.toolset.spawner.Spawns;
import java.util.List;

/// The tools of this toolset. They are made by hand, because their arguments have names that those
/// of a record cannot have.
public final class Compat {
  static final String CODEX = "codex";
  static final String CODEX_REPLY = "codex-reply";
  static final String CLAUDE_CODE = "claude_code";

  /// What they are called.
  public static final List<String> NAMES = List.of(CODEX, CODEX_REPLY, CLAUDE_CODE);

  /// How a model should use them.
  static final String INSTRUCTIONS =
      "codex has Codex do a task and returns its answer with a threadId; codex-reply goes on with that thread, and with an"
          + " empty prompt waits for an answer that is not there yet. claude_code has Claude Code do a task.";

  /// A call begins one run, under its own id, so that it may be taken up again.
  private static final ToolEntry.Edition EDITION = new ToolEntry.Edition(1, true);

  private Compat() {}

  public static Toolset toolset(Spawns spawns, Register register) {
    var threads = new Threads(spawns, register);
    return new Toolset(
        Toolsets.COMPAT,
        INSTRUCTIONS,
        List.of(
            entry(Schemas.codex(), new CodexTool(spawns, threads)::call),
            entry(Schemas.codexReply(), new CodexReply(threads)::call),
            entry(Schemas.claudeCode(), new ClaudeCode(spawns, threads)::call)));
  }

  private static ToolEntry entry(ToolInfo info, ToolEntry.Handler handler) {
    return Refusals.answered(ToolEntry.of(info, Tool.TaskSupport.ALLOWED, handler).in(EDITION));
  }
}
