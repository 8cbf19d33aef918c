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
    var objection = hooks.objection(call, name, input);
    if (objection.isPresent()) {
      return Result.failure(objection.get());
    }
    var result = tool.call(call, input);
    hooks.tellResult(call, name, input, result);
    return result;
  }
}
