package dev.retinue.runtime.llm.tool;

import dev.retinue.core.Need;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.standby.AnswerDeadline;
import java.time.Duration;
import java.time.InstantSource;
import tools.jackson.databind.node.ObjectNode;

/// `ask_caller`: the run waits until somebody answers, but not for ever.
public final class AskTool implements Tool {
  public static final String NAME = "ask_caller";

  private static final int LONGEST = 4_000;

  private static final ToolSpec SPEC =
      new ToolSpec(
          NAME,
          "Asks whoever gave you the contract, and waits for the answer. Only for what you cannot find out yourself.",
          """
          {"type":"object","properties":{
            "question":{"type":"string","description":"One clear question."},
            "default_answer":{"type":"string","description":"What to go on with if nobody answers in time."}},
           "required":["question"]}
          """);

  private final Work work;
  private final InstantSource clock;
  private final Duration patience;

  /// @param patience how long it waits for an answer
  public AskTool(Work work, InstantSource clock, Duration patience) {
    this.work = work;
    this.clock = clock;
    this.patience = patience;
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
    if (question.length() > LONGEST) {
      return Result.failure(
          "question has %d characters, and %d are allowed; ask in fewer words."
              .formatted(question.length(), LONGEST));
    }
    var need = new Need("ask-" + call, Need.Kind.ANSWER, question, null);
    var nobody = "Nobody answered within %s.".formatted(AnswerDeadline.words(patience));
    var preset = input.path("default_answer").asString("").strip();
    var otherwise = preset.isEmpty() ? nobody : preset;
    try (var _ = AnswerDeadline.begin(work, need.id(), patience, otherwise, clock)) {
      var answer = work.ask(need);
      return answer.equals(nobody) ? Result.failure(nobody) : Result.of(answer);
    }
  }
}
