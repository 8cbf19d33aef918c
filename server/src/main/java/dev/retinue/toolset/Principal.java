package dev.retinue.toolset;

import dev.retinue.core.Caller;

/// A caller as the protocol knows it: sessions, tasks and subscriptions are its own. What a run
/// keeps there is not its caller's.
public record Principal(Caller caller) implements dev.retinue.mcp.Caller {
  @Override
  public String id() {
    return caller.holder();
  }

  /// Who stands behind a call.
  public static Caller of(dev.retinue.mcp.Call call) {
    if (call.caller() instanceof Principal(var caller)) {
      return caller.by(caller.origin().with(call.clientName()).asking(call.tool()));
    }
    throw new IllegalStateException("a call of nobody: " + call.caller().getClass());
  }
}
