package dev.retinue.runtime.llm;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import tools.jackson.databind.node.ObjectNode;

/// `ask_caller`: the run waits until somebody answers.
final class AskTool implements Tool {
  private static final int LONGEST = 4_000;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "ask_caller",
          "Asks whoever gave you the contract, and waits for the answer. Only for what you cannot find out yourself.",
          """
          {"type":"object","properties":{
            "question":{"type":"string","description":"One clear question."}},
           "required":["question"]}
          """);

  private final Work work;

  AskTool(Work work) {
    this.work = work;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  /// Under the same id it is the same question.
  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    var question = input.path("question").asString("").strip();
    if (question.isEmpty()) {
      return Result.failure("question is missing: say what you want to know.");
    }
    var need = new Need("ask-" + call, Need.Kind.ANSWER, Excerpt.of(question, LONGEST), null);
    return Result.of(work.ask(need));
  }
}
