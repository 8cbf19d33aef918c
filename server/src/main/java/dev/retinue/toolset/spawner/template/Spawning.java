package dev.retinue.toolset.spawner.template;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.model.ToolResult;

/// Has the work of a template done.
public interface Spawning {
  /// Starts a run for the caller, and answers as every tool does that starts one.
  ToolResult spawn(Call call, Order order) throws Exception;
}
