package dev.retinue.web.api;

import dev.retinue.core.tool.ServerState;
import dev.retinue.mcp.rpc.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// How the servers of tools are shown.
final class ToolViews {
  private ToolViews() {}

  /// A toolset of ours.
  static Answers.Server own(String name, int tools) {
    return new Answers.Server(name, "active", tools, null);
  }

  /// An MCP server that agents use.
  ///
  /// @param all whether to show what only the owner sees
  static Answers.Server of(ServerState state, boolean all) {
    var health = state.health();
    return new Answers.Server(
        state.name(),
        health.phase().well() ? "active" : "broken",
        state.tools().size(),
        new Answers.ServerDetails(
            state.transport(),
            health.phase().word(),
            state.runs(),
            health.restarts(),
            state.warnings(),
            all ? health.error() : null,
            all ? health.pid() : null));
  }

  /// Its tools as models are told of them.
  static List<ObjectNode> toolsOf(ServerState state) {
    return state.tools().stream()
        .map(
            tool -> {
              var json =
                  Json.object()
                      .put("name", tool.name())
                      .put("description", tool.description())
                      .put("repeatable", tool.repeatable());
              json.set("inputSchema", Json.WIRE.readTree(tool.schema()));
              return json.put("_server", state.name());
            })
        .toList();
  }
}
