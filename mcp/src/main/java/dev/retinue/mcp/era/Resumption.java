package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Origin;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of the tasks that an earlier process left: each is taken up, or ended with the
/// truth.
final class Resumption {
  private final McpServer server;
  private final Tasks tasks;
  private final Handlers handlers;

  /// Makes the work of a task.
  interface Handlers {
    Tasks.Work work(ToolEntry tool, ObjectNode arguments);
  }

  Resumption(McpServer server, Tasks tasks, Handlers handlers) {
    this.server = server;
    this.tasks = tasks;
    this.handlers = handlers;
  }

  void resume(Function<String, Optional<Caller>> callers) {
    var tools = server.tools();
    for (var task : tasks.left()) {
      var tool = tools.get(task.origin().tool());
      var caller = callers.apply(task.callerId()).orElse(null);
      if (tool == null) {
        giveUp(task, "this tool is no longer there");
      } else if (caller == null) {
        giveUp(task, "its caller is no longer known");
      } else {
        var obstacle = obstacle(tool, task.origin());
        if (obstacle == null) {
          tasks.takeUp(task, caller, handlers.work(tool, task.origin().arguments()));
        } else {
          giveUp(task, obstacle);
        }
      }
    }
  }

  private static @Nullable String obstacle(ToolEntry tool, Origin origin) {
    if (!tool.edition().resumable()) {
      return "this tool cannot be taken up where it was";
    }
    if (tool.edition().version() != origin.version()) {
      return "this tool is another one now";
    }
    var violations = tool.input().violations(origin.arguments());
    return violations.isEmpty()
        ? null
        : "its arguments no longer fit: " + String.join("; ", violations);
  }

  private void giveUp(Task task, String why) {
    var origin = task.origin();
    var handles = new TreeMap<>(origin.memory().handles());
    var data = Json.object().put("reason", "interrupted").put("tool", origin.tool());
    handles.forEach(data.putObject("handles")::put);
    var rest =
        handles.isEmpty()
            ? "What it had done by then is not known; look before you call it again."
            : "It had begun %s: look there for what became of it.".formatted(handles);
    var sentence =
        "The server was restarted while '%s' was at work, and %s. %s"
            .formatted(origin.tool(), why, rest);
    tasks.giveUp(task, new RpcError(RpcError.INTERNAL_ERROR, sentence, data));
  }
}
