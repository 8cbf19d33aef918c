package dev.retinue.toolset.compat;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.ToolResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The tool `codex-reply`: goes on with a thread, or waits for it.
final class CodexReply {
  private final Threads threads;

  CodexReply(Threads threads) {
    this.threads = threads;
  }

  ToolResult call(ObjectNode json, Call call) throws InterruptedException {
    var arguments = new Arguments(json);
    var id = arguments.text("threadId");
    var thread = id == null ? arguments.text("conversationId") : id;
    if (thread == null) {
      throw new ToolException("Give the 'threadId' that codex answered with.");
    }
    var warnings = arguments.strangers(Schemas.REPLY_ARGUMENTS).map(List::of).orElse(List.of());
    return threads
        .goOn(call, new Threads.Reply(Compat.CODEX_REPLY, "codex", thread, arguments.prompt()))
        .codex(warnings);
  }
}
