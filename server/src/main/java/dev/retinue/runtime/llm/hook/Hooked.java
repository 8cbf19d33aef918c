package dev.retinue.runtime.llm.hook;

import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Tool;
import tools.jackson.databind.node.ObjectNode;

/// A tool of whose use hooks hear, and to which they may object.
record Hooked(Tool tool, Hooks hooks) implements Tool {
  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public boolean waitsForOthers() {
    return tool.waitsForOthers();
  }

  @Override
  public boolean isRepeatable() {
    return tool.isRepeatable();
  }

  @Override
  public boolean readsOnly() {
    return tool.readsOnly();
  }

  @Override
  public boolean reachesOut() {
    return tool.reachesOut();
  }

  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    var name = tool.spec().name();
    var verdict = hooks.verdict(call, name, input);
    if (verdict.objection() != null) {
      return Result.failure(verdict.objection());
    }
    var result = tool.call(call, verdict.input());
    hooks.tellResult(call, name, verdict.input(), result);
    return result;
  }
}
