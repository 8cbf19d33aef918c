package dev.retinue.runtime.llm.tool;

import dev.retinue.llm.Prompt.ToolSpec;
import tools.jackson.databind.node.ObjectNode;

/// Something that a model can do.
public interface Tool {
  /// As the model is told of it.
  ToolSpec spec();

  /// Whether doing it twice does no more than doing it once.
  boolean isRepeatable();

  /// Whether it changes nothing, as far as is known.
  default boolean readsOnly() {
    return false;
  }

  /// Whether it speaks with others than this machine, as far as is known.
  default boolean reachesOut() {
    return false;
  }

  /// Whether it waits for people, or for other agents, who may take as long as they like.
  default boolean waitsForOthers() {
    return false;
  }

  /// Does it. What goes wrong is a result, too: the model decides what to make of it.
  ///
  /// @param call tells this call from every other one of the run
  Result call(String call, ObjectNode input) throws InterruptedException;

  /// What came of it.
  record Result(String output, boolean failed) {
    public static Result of(String output) {
      return new Result(output, false);
    }

    public static Result failure(String sentence) {
      return new Result(sentence, true);
    }
  }
}
