package dev.retinue.toolset.spawner.template;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.model.ToolResult;
import java.util.function.Supplier;

/// Has the work of a template done.
public interface Spawning {
  /// Starts a run for the caller, and answers as every tool does that starts one.
  ///
  /// @param order by which a call is known that is made again
  /// @param current what is ordered if something is begun; may refuse
  ToolResult spawn(Call call, Order order, Supplier<Order> current) throws Exception;
}
