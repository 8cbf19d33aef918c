package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.runtime.llm.CannedLlm.Can;
import dev.retinue.runtime.llm.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Answers that no good model gives.
class OddAnswersTest {
  private static final Can DONE =
      CannedLlm.says("", "tool_calls", complete("{\"summary\":\"Done.\"}"));

  @TempDir private Path folder;
  private final RecordingTool echo = RecordingTool.echo("echo");

  private static ObjectNode complete(String input) {
    return CannedLlm.call("call-done", "agent_complete", input);
  }

  private static ObjectNode echo(String id, String word) {
    return CannedLlm.call(id, "echo", "{\"word\":\"%s\"}".formatted(word));
  }

  /// What came of it.
  private record Scene(Run run, List<RunEvent> events, int asked, String lastRequest) {
    State.Completed completed() {
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      return (State.Completed) run.state();
    }

    State.Failed failed() {
      assertThat(run.state()).isInstanceOf(State.Failed.class);
      return (State.Failed) run.state();
    }

    <T extends RunEvent> List<T> events(Class<T> kind) {
      return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
  }

  private Scene play(Can... cans) {
    return play(List.of(echo), cans);
  }

  private Scene play(List<Tool> tools, Can... cans) {
    try (var llm = CannedLlm.of(cans);
        var thinkers =
            Thinkers.like(
                folder,
                Thinkers.Mode.usual().brisk().endpoint(llm.url()),
                tools.toArray(Tool[]::new))) {
      var run = thinkers.staff().awaitEnd(thinkers.staff().start(Thinkers.AGENT, "Do it."));
      assertThat(thinkers.staff().account(run.id()).reserved().isNone()).isTrue();
      return new Scene(
          run, thinkers.events(run), llm.asked().size(), llm.asked().getLast().toString());
    }
  }

  // Tools.

  @ParameterizedTest
  @ValueSource(strings = {"this model does not support tools", "bad request"})
  void who_knows_no_tools_is_asked_once_without(String sentence) {
    var scene =
        play(
            CannedLlm.refuses(400, sentence),
            CannedLlm.says("It is blue.\n[CONTRACT COMPLETE]", "stop"));
    assertThat(scene.completed().summary()).isEqualTo("It is blue.");
    assertThat(scene.asked()).isEqualTo(2);
    assertThat(scene.lastRequest()).doesNotContain("\"tools\"").contains("[CONTRACT COMPLETE]");
  }

  @Test
  void a_request_that_is_bad_without_tools_too_fails() {
    var scene = play(CannedLlm.refuses(400, "bad request"));
    assertThat(scene.failed().message()).contains("bad request");
    assertThat(scene.asked()).isEqualTo(2);
  }

  @Test
  void a_bad_request_in_mid_conversation_fails() {
    var scene =
        play(
            CannedLlm.says("", "tool_calls", echo("1", "x")),
            CannedLlm.refuses(400, "bad request"));
    assertThat(scene.failed().reason()).isEqualTo(FailureReason.ERROR);
    assertThat(scene.asked()).isEqualTo(2);
  }

  @Test
  void ids_that_are_used_again_are_told_apart() {
    var scene =
        play(
            CannedLlm.says("", "tool_calls", echo("0", "a"), echo("0", "b")),
            CannedLlm.says("", "tool_calls", echo("0", "c")),
            DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(echo.inputs()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(scene.events(RunEvent.ToolAnswered.class))
        .extracting(RunEvent.ToolAnswered::call)
        .doesNotHaveDuplicates()
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"word\": ", "[1]", "\"x\"", "nonsense"})
  void an_input_that_is_no_object_is_not_used(String input) {
    var scene = play(CannedLlm.says("", "tool_calls", CannedLlm.call("1", "echo", input)), DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(echo.inputs()).isEmpty();
    assertThat(scene.events(RunEvent.ToolAnswered.class).getFirst().failed()).isTrue();
  }

  @Test
  void a_hundred_calls_at_once_are_all_made_once_and_answered_in_their_order() {
    var calls = IntStream.range(0, 100).mapToObj(i -> echo("c" + i, "w" + i + ".")).toList();
    var scene = play(CannedLlm.says("", "tool_calls", calls.toArray(ObjectNode[]::new)), DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(echo.inputs()).hasSize(100).doesNotHaveDuplicates();
    assertThat(scene.lastRequest().replaceAll(".*?\"content\":\"w(\\d+)\\.\"", "$1,"))
        .startsWith(String.join(",", IntStream.range(0, 100).mapToObj(i -> "" + i).toList()));
  }

  @Test
  void a_large_result_is_bounded() {
    var large = new RecordingTool("echo", true, _ -> Tool.Result.of("é".repeat(10 << 20)));
    var scene = play(List.of(large), CannedLlm.says("", "tool_calls", echo("1", "x")), DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(scene.events(RunEvent.ToolAnswered.class).getFirst().output())
        .hasSizeLessThan(51_000);
  }

  // What it says.

  @Test
  void a_large_answer_is_bounded() {
    var scene = play(CannedLlm.says("x".repeat(10 << 20), "stop"), CannedLlm.says("So.", "stop"));
    assertThat(scene.completed().summary()).isEqualTo("So.");
    assertThat(scene.events(RunEvent.Said.class).getFirst().text()).hasSizeLessThan(1_100_000);
  }

  @Test
  void halves_of_characters_are_kept_as_something_else() {
    var half = "\\ud83d";
    var scene =
        play(
            CannedLlm.stream(
                "{\"choices\":[{\"delta\":{\"content\":\"a%sb\"},\"finish_reason\":\"stop\"}]}"
                    .formatted(half)),
            CannedLlm.says(
                "", "tool_calls", CannedLlm.call("q", "echo", "{\"word\":\"%s\"}".formatted(half))),
            CannedLlm.says(
                "", "tool_calls", complete("{\"summary\":\"It is %s.\"}".formatted(half))));
    assertThat(scene.completed().summary()).startsWith("It is ").endsWith(".");
    assertThat(scene.events(RunEvent.Said.class).getFirst().text()).startsWith("a").endsWith("b");
  }

  @Test
  void a_question_with_half_of_a_character_is_asked() {
    var ask =
        CannedLlm.call(
            "q", "ask_caller", "{\"question\":\"Is it \\ud83d?\",\"default_answer\":\"\\ud83d\"}");
    try (var llm = CannedLlm.of(CannedLlm.says("", "tool_calls", ask), DONE);
        var thinkers =
            Thinkers.like(
                folder,
                Thinkers.Mode.usual().endpoint(llm.url()).patience(Duration.ofMillis(50)))) {
      var run = thinkers.staff().awaitEnd(thinkers.staff().start(Thinkers.AGENT, "Do it."));
      assertThat(run.state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void nothing_is_asked_for_again_and_has_its_price() {
    var scene = play(CannedLlm.says("", "stop"), CannedLlm.says("", "stop"), DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(scene.run().dossier().usage().inputTokens()).isEqualTo(300);
  }

  @Test
  void who_says_nothing_for_ever_has_failed() {
    var scene = play(CannedLlm.says("", "stop"));
    assertThat(scene.failed().reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
    assertThat(scene.asked()).isEqualTo(6);
    assertThat(scene.run().dossier().usage().turns()).isEqualTo(6);
  }

  @Test
  void a_stream_that_is_none_is_asked_for_again() {
    var scene =
        play(
            new Can(200, "data: {\"choices\":[{\"delta\":\n\n"),
            new Can(200, "<html>Sign in</html>"),
            DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(scene.asked()).isEqualTo(3);
  }

  @Test
  void a_refusal_fails_at_once_even_without_a_word() {
    var scene = play(CannedLlm.says("", "content_filter"));
    assertThat(scene.failed().reason()).isEqualTo(FailureReason.REFUSED);
    assertThat(scene.asked()).isEqualTo(1);
    assertThat(scene.run().dossier().usage().inputTokens()).isEqualTo(100);
  }

  @Test
  void a_refusal_is_told_in_its_own_words() {
    var scene = play(CannedLlm.says("I would rather not.", "content_filter"));
    assertThat(scene.failed().message()).isEqualTo("the model refused: I would rather not.");
  }

  // What was cut off.

  @Test
  void an_answer_that_is_cut_off_goes_on_and_is_whole_in_the_end() {
    var scene =
        play(
            CannedLlm.says("It is ", "length"),
            CannedLlm.says("very ", "length"),
            CannedLlm.says("blue.\n[CONTRACT COMPLETE]", "stop"));
    assertThat(scene.completed().summary()).isEqualTo("It is very blue.");
    assertThat(scene.events(RunEvent.Told.class)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void who_only_thinks_until_it_is_cut_off_is_asked_three_times_and_no_more(int whole) {
    var thoughts = CannedLlm.thinks("Let me see.", "length");
    var cans = new Can[] {thoughts, thoughts, thoughts, thoughts};
    cans[whole] = DONE;
    var scene = play(cans);
    assertThat(scene.asked()).isEqualTo(Math.min(whole + 1, 3));
    if (whole < 3) {
      assertThat(scene.completed().summary()).isEqualTo("Done.");
    } else {
      assertThat(scene.failed().reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
      assertThat(scene.failed().message()).contains("max-output-tokens");
    }
  }

  @Test
  void a_call_that_is_cut_off_is_not_made() {
    var scene =
        play(
            CannedLlm.says(
                "", "length", echo("1", "whole"), CannedLlm.call("2", "echo", "{\"word\":\"ha")),
            DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(echo.inputs()).containsExactly("whole");
    assertThat(scene.lastRequest()).contains(Briefing.CALL_CUT_OFF);
  }

  @Test
  void a_cut_off_call_is_not_made_even_if_it_can_be_read() {
    var scene = play(CannedLlm.says("", "length", echo("1", "whole")), DONE);
    assertThat(scene.completed().summary()).isEqualTo("Done.");
    assertThat(echo.inputs()).isEmpty();
  }

  @Test
  void a_refusal_is_known_after_a_restart_too() throws Exception {
    var outcomes = new ArrayList<State>();
    for (int write = 2; write <= 4; write++) {
      try (var llm = CannedLlm.of(CannedLlm.says("I would rather not.", "content_filter"))) {
        var mode =
            Thinkers.Mode.usual().endpoint(llm.url()).dying(Death.at(write, Death.When.BEFORE));
        try (var thinkers = Thinkers.like(folder.resolve("w" + write), mode)) {
          var id = thinkers.staff().start(Thinkers.AGENT, "Do it.");
          if (thinkers.awaitEndOr(id, mode.death())) {
            thinkers.killAndReopen();
          }
          outcomes.add(thinkers.staff().awaitEnd(id).state());
        }
      }
    }
    assertThat(outcomes)
        .allSatisfy(
            it -> assertThat(((State.Failed) it).reason()).isEqualTo(FailureReason.REFUSED));
  }
}
