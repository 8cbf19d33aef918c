package dev.retinue.runtime.llm.kit;

import dev.retinue.core.Need;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Input;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import dev.retinue.runtime.llm.tool.Tool.Result;
import dev.retinue.runtime.standby.AnswerDeadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The kit `user_prompt`: asks whoever gave the contract, as `ask_caller` does, and until the same
/// deadline.
final class UserPrompt {
  private static final int LONGEST = 4_000;
  private static final int LONGEST_SCHEMA = 8_000;
  private static final ToolSpec SPEC =
      new ToolSpec(
          "user_prompt",
          "Asks whoever gave you the contract, and waits for the answer.",
          """
          {"type":"object","properties":{
            "message":{"type":"string","description":"What you want to know."},
            "title":{"type":"string","description":"A few words before it."},
            "schema":{"type":"object","description":"The JSON Schema that the answer should fit."}},
           "required":["message"]}
          """);

  private final Work work;
  private final InstantSource clock;
  private final Duration patience;

  UserPrompt(Work work, InstantSource clock, Duration patience) {
    this.work = work;
    this.clock = clock;
    this.patience = patience;
  }

  /// Under the same id it is the same question, so it may be asked again.
  List<PlainTool> tools() {
    return List.of(new PlainTool(SPEC, List.of("user_prompt"), Nature.ASKS, this::ask));
  }

  private Result ask(Input input) throws InterruptedException {
    var title = input.text("title", "", 200).strip();
    var message = input.text("message", LONGEST).strip();
    var need =
        new Need(
            "ask-" + input.call(),
            Need.Kind.ANSWER,
            title.isEmpty() ? message : title + ": " + message,
            schema(input));
    var nobody = "Nobody answered within %s.".formatted(AnswerDeadline.words(patience));
    try (var _ = AnswerDeadline.begin(work, need.id(), patience, nobody, clock)) {
      var answer = work.ask(need);
      return answer.equals(nobody) ? Result.failure(nobody) : Result.of(answer);
    }
  }

  private static @Nullable String schema(Input input) {
    if (!(input.node().get("schema") instanceof ObjectNode schema)) {
      return null;
    }
    var text = schema.toString();
    if (text.length() > LONGEST_SCHEMA) {
      throw input.refusal("'schema' is longer than %d characters.".formatted(LONGEST_SCHEMA));
    }
    return text;
  }
}
