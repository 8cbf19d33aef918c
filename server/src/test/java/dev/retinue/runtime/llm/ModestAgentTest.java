package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the owner says of how an agent answers is what its model is told.
class ModestAgentTest {
  /// Anthropic counts what is thought with the answer, and is given more for it.
  private static final int ROOM_FOR_THOUGHTS = 2048;

  private static final Turn DONE = Thinkers.complete("Done.");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "anthropic/claude-opus-5-5,/max_tokens,3282,/output_config/effort",
    "openai/gpt-6-sol,/max_output_tokens,1234,/reasoning/effort",
    "openai-chat/gpt-6-sol,/max_completion_tokens,1234,/reasoning_effort",
    "endpoint/any,/max_tokens,1234,/reasoning_effort",
    "google/gemini-3.8-flash,/generationConfig/maxOutputTokens,1234,/generationConfig/thinkingConfig/thinkingLevel"
  })
  void every_provider_is_told_of_effort_and_of_the_longest_answer(
      String model, String longest, int tokens, String effort) {
    try (var thinkers = Thinkers.with(folder, model)) {
      var id = thinkers.staff().start(Thinkers.MODEST, "Do it. " + ScriptedLlm.script(DONE));
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      var body = thinkers.llm().exchanges().getFirst().body();
      assertThat(body.at(longest).asInt(0)).isEqualTo(tokens);
      assertThat(body.at(effort).asString("")).isEqualTo("low");
    }
  }

  @Test
  void a_summary_is_no_longer_than_an_answer_may_be() {
    var tooLong =
        DONE.failing(400)
            .saying("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");
    var summary = ScriptedLlm.script(Turn.text("I have seen x."));
    var once = new RecordingTool("once", false, _ -> Tool.Result.of(summary));
    try (var thinkers = Thinkers.with(folder, "anthropic/claude-opus-5-5", once)) {
      var script = ScriptedLlm.script(Turn.tool("once", Map.of("word", "x")), tooLong.times(1));
      var run =
          thinkers.staff().awaitEnd(thinkers.staff().start(Thinkers.MODEST, "Do it. " + script));
      assertThat(thinkers.events(run, RunEvent.Condensed.class)).hasSize(1);
      assertThat(thinkers.llm().exchanges())
          .extracting(Exchange::body)
          .allSatisfy(
              it -> assertThat(it.path("max_tokens").asInt(0)).isEqualTo(1234 + ROOM_FOR_THOUGHTS));
    }
  }
}
