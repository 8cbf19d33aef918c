package dev.retinue.runtime.llm.tool;

import dev.retinue.core.RetinueException;
import dev.retinue.llm.Prompt.ToolSpec;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A tool of ours: what the model is told of it, and what it does.
///
/// @param names those by which rules know it
public record PlainTool(ToolSpec spec, List<String> names, Nature nature, Action action)
    implements Tool {
  public PlainTool {
    names = List.copyOf(names);
  }

  /// What it does.
  @FunctionalInterface
  public interface Action {
    Result of(Input input) throws InterruptedException;
  }

  /// What is known of it before it is used.
  public enum Nature {
    /// Changes nothing.
    READS,
    /// Changes nothing, and waits for what somebody says.
    ASKS,
    /// Changes nothing here, and speaks with others.
    REACHES_OUT,
    /// Changes something; twice is as good as once.
    SETTLES,
    /// Changes something, and again each time.
    CHANGES
  }

  @Override
  public boolean isRepeatable() {
    return nature != Nature.CHANGES;
  }

  @Override
  public boolean readsOnly() {
    return nature == Nature.READS || nature == Nature.ASKS || nature == Nature.REACHES_OUT;
  }

  @Override
  public boolean waitsForOthers() {
    return nature == Nature.ASKS;
  }

  @Override
  public boolean reachesOut() {
    return nature == Nature.REACHES_OUT;
  }

  /// Whatever is refused on the way is a result for the model.
  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    try {
      return action.of(new Input(spec.name(), call, input));
    } catch (RetinueException e) {
      return Result.failure(String.valueOf(e.getMessage()));
    }
  }
}
