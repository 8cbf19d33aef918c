package dev.retinue.runtime.llm;

import dev.retinue.llm.Prompt.ToolSpec;
import tools.jackson.databind.node.ObjectNode;

/// Something that a model can do.
interface Tool {
  ToolSpec spec();

  /// Whether doing it twice does no more than doing it once.
  boolean isRepeatable();

  /// Does it. What goes wrong is a result, too: the model decides what to make of it.
  ///
  /// @param call tells this call from every other one of the run
  Result call(String call, ObjectNode input) throws InterruptedException;

  /// What came of it.
  record Result(String output, boolean failed) {
    static Result of(String output) {
      return new Result(output, false);
    }

    static Result failure(String sentence) {
      return new Result(sentence, true);
    }
  }
}
