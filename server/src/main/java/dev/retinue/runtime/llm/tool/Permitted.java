package dev.retinue.runtime.llm.tool;

import dev.retinue.llm.Prompt.ToolSpec;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A tool under rules: what they deny is not done, and is a result that says so.
///
/// @param names those by which rules know it
record Permitted(Tool tool, List<String> names, Permits permits) implements Tool {
  Permitted {
    names = List.copyOf(names);
  }

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
    boolean harmless = tool.readsOnly() && !tool.reachesOut();
    var refusal = permits.refusal(names, input.toString(), harmless);
    if (refusal.isPresent()) {
      return Result.failure(refusal.get());
    }
    var most = permits.toolTime();
    return most.isEmpty() || tool.waitsForOthers()
        ? tool.call(call, input)
        : Limited.call(tool, call, input, most.get());
  }

  @Override
  public boolean waitsForOthers() {
    return tool.waitsForOthers();
  }
}
