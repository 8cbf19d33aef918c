package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a conversation is after a restart, or after it became too long.
class ResumingTest {
  private static final Turn ASK = Turn.tool("ask_caller", Map.of("question", "Which colour?"));
  private static final Turn TELL = Thinkers.complete("It is {{tool_result}}.");

  @TempDir private Path folder;
  private volatile boolean died;

  private static Turn say(String tool, String word) {
    return Turn.tool(tool, Map.of("word", word));
  }

  private static String summary(Thinkers thinkers, RunId id) {
    var run = thinkers.staff().awaitEnd(id);
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  private static void answer(Thinkers thinkers, RunId id, String words) {
    var waiting = thinkers.staff().await(id, run -> run.state() instanceof State.Waiting);
    assertThat(waiting.needs()).hasSize(1);
    thinkers.staff().staff().answer(TestStaff.OWNER, id, waiting.needs().getFirst().id(), words);
  }

  // Questions.

  @Test
  void a_question_waits_on_after_a_restart() {
    try (var thinkers = Thinkers.in(folder)) {
      var id = thinkers.start(ASK, TELL);
      thinkers.staff().await(id, run -> run.state() instanceof State.Waiting);
      thinkers.killAndReopen();
      answer(thinkers, id, "red");
      assertThat(summary(thinkers, id)).isEqualTo("It is red.");
      assertThat(thinkers.events(thinkers.staff().run(id), RunEvent.Asked.class))
          .extracting(it -> it.need().id())
          .as("it is the same question")
          .containsOnly("ask-" + call(thinkers, id));
      assertThat(thinkers.llm().exchanges()).hasSize(2);
    }
  }

  private static String call(Thinkers thinkers, RunId id) {
    return thinkers.events(thinkers.staff().run(id), RunEvent.ToolCalled.class).getFirst().call();
  }

  /// It dies when the answer is recorded, and when the result that it makes is not.
  @ParameterizedTest
  @EnumSource(Death.When.class)
  void an_answer_that_was_given_before_a_restart_counts(Death.When when) throws Exception {
    int last = when == Death.When.BEFORE ? 5 : 4;
    var mode = Thinkers.Mode.usual().dying(Death.at(last, when));
    try (var thinkers = Thinkers.like(folder, mode)) {
      var id = thinkers.start(ASK, TELL);
      var answering = Thread.ofVirtual().start(() -> answer(thinkers, id, "red"));
      assertThat(thinkers.awaitEndOr(id, mode.death())).isTrue();
      answering.interrupt();
      thinkers.killAndReopen();
      assertThat(summary(thinkers, id)).isEqualTo("It is red.");
      assertThat(thinkers.events(thinkers.staff().run(id), RunEvent.Answered.class)).hasSize(1);
    }
  }

  // Calls.

  @ParameterizedTest
  @ValueSource(strings = {"anthropic/thinker-1", "google/thinker-1", "openai-chat/thinker-1"})
  void the_results_of_one_answer_stay_together_over_a_restart(String model) throws Exception {
    var first = new CountDownLatch(1);
    var once = RecordingTool.echo("once");
    var stuck =
        new RecordingTool(
            "stuck",
            true,
            input -> {
              first.countDown();
              if (!died) {
                new CountDownLatch(1).await();
              }
              return Tool.Result.of(input.path("word").asString(""));
            });
    var mode = Thinkers.Mode.usual().model(model);
    try (var thinkers = Thinkers.like(folder, mode, once, stuck)) {
      var id =
          thinkers.start(
              Turn.calls(say("stuck", "a"), say("once", "b"), say("stuck", "c")),
              Thinkers.complete("Done."));
      first.await();
      thinkers.staff().awaitEvent(id, RunEvent.ToolAnswered.class::isInstance);
      died = true;
      thinkers.killAndReopen();
      assertThat(summary(thinkers, id)).isEqualTo("Done.");
      assertThat(once.inputs()).containsExactly("b");
      var asked = thinkers.llm().exchanges().getLast();
      assertThat(asked.conversation().toolResults()).containsExactly("a", "b", "c");
      if (model.startsWith("anthropic")) {
        assertThat(asked.body().path("messages")).hasSize(3);
        assertThat(asked.body().path("messages").get(2).path("content")).hasSize(3);
      }
    }
  }

  @Test
  void who_is_interrupted_because_everything_closes_goes_on_later() throws Exception {
    var begun = new CountDownLatch(1);
    var slow =
        new RecordingTool(
            "slow",
            false,
            _ -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return Tool.Result.of("never");
            });
    try (var thinkers = Thinkers.in(folder, slow)) {
      var id = thinkers.start(say("slow", "x"), Thinkers.complete("Done.").hanging().times(1));
      begun.await();
      thinkers.closeAndReopen();
      thinkers.llm().await(it -> it.turn() == 1);
      thinkers.closeAndReopen();
      assertThat(summary(thinkers, id)).isEqualTo("Done.");
      assertThat(slow.inputs()).containsExactly("x");
      assertThat(thinkers.llm().exchanges().getLast().conversation().toolResults())
          .containsExactly(Briefing.OUTCOME_UNKNOWN);
      assertThat(thinkers.staff().account(id).spent().turns()).isEqualTo(2);
      assertThat(thinkers.staff().account(id).reserved().isNone()).isTrue();
    }
  }

  @Test
  void a_tool_that_is_gone_after_a_restart_may_have_been_used_before() {
    var begun = new CountDownLatch(1);
    var tools = new CopyOnWriteArrayList<Tool>();
    tools.add(
        new RecordingTool(
            "gone",
            true,
            _ -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return Tool.Result.of("never");
            }));
    try (var thinkers = Thinkers.lending(folder, tools)) {
      var id = thinkers.start(say("gone", "x"), Thinkers.complete("Done."));
      await(begun);
      tools.clear();
      thinkers.killAndReopen();
      assertThat(summary(thinkers, id)).isEqualTo("Done.");
      assertThat(thinkers.llm().exchanges().getLast().conversation().toolResults())
          .containsExactly(Briefing.OUTCOME_UNKNOWN);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_tool_that_breaks_down_is_used_once_and_its_failure_is_told() {
    var broken =
        new RecordingTool(
            "broken",
            false,
            _ -> {
              throw new IllegalStateException("oh");
            });
    try (var thinkers = Thinkers.in(folder, broken)) {
      var run = thinkers.play(say("broken", "x"), Thinkers.complete("Done."));
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(broken.inputs()).containsExactly("x");
      assertThat(thinkers.events(run, RunEvent.ToolAnswered.class).getFirst().output())
          .contains("broke down");
    }
  }

  @Test
  void a_tool_that_ends_its_thread_is_not_used_again_either() {
    var deadly =
        new RecordingTool(
            "deadly",
            false,
            _ -> {
              Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
              throw new StackOverflowError();
            });
    try (var thinkers = Thinkers.in(folder, deadly)) {
      var run = thinkers.play(say("deadly", "x"), Thinkers.complete("Done."));
      assertThat(run.state()).isInstanceOf(State.Failed.class);
      assertThat(deadly.inputs()).containsExactly("x");
    }
  }

  // Thoughts.

  @Test
  void what_a_provider_has_sealed_goes_back_to_it_also_after_a_restart() throws Exception {
    var hold = new CountDownLatch(1);
    var slow =
        new RecordingTool(
            "slow",
            true,
            _ -> {
              hold.countDown();
              if (!died) {
                new CountDownLatch(1).await();
              }
              return Tool.Result.of("x");
            });
    try (var thinkers = Thinkers.in(folder, slow)) {
      var id = thinkers.start(say("slow", "x").reasoning("Hm."), Thinkers.complete("Done."));
      hold.await();
      died = true;
      thinkers.killAndReopen();
      assertThat(summary(thinkers, id)).isEqualTo("Done.");
      var thought =
          thinkers
              .llm()
              .exchanges()
              .getLast()
              .body()
              .path("messages")
              .get(1)
              .path("content")
              .get(0);
      assertThat(thought.path("thinking").asString("")).isEqualTo("Hm.");
      assertThat(thought.path("signature").asString("")).isEqualTo("c2NyaXB0");
    }
  }

  // A conversation that became too long.

  private static final String SUMMARY = ScriptedLlm.script(Turn.text("I have seen x."));

  /// What it answers is what the model says when it sums up: the newest script counts.
  private static RecordingTool remembering(String summary) {
    return new RecordingTool("once", false, _ -> Tool.Result.of(summary));
  }

  private static Turn tooLong() {
    return Thinkers.complete("Done.")
        .failing(400)
        .saying("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");
  }

  @Test
  void a_conversation_that_is_too_long_is_summed_up_and_goes_on() {
    var once = remembering(SUMMARY);
    try (var thinkers = Thinkers.brisk(folder, once)) {
      var run = thinkers.play(say("once", "x"), tooLong().times(1));
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(once.inputs()).hasSize(1);
      assertThat(thinkers.events(run, RunEvent.Condensed.class))
          .extracting(RunEvent.Condensed::summary)
          .containsExactly("I have seen x.");
      assertThat(thinkers.events(run, RunEvent.Spent.class)).hasSize(3);
      assertThat(thinkers.llm().exchanges().getLast().body().path("messages")).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Death.When.class)
  void whenever_it_dies_while_it_sums_up_it_goes_on(Death.When when) throws Exception {
    boolean died = true;
    for (int write = 1; died; write++) {
      var once = remembering(SUMMARY);
      var mode = Thinkers.Mode.usual().brisk().dying(Death.at(write, when));
      try (var thinkers = Thinkers.like(folder.resolve("w" + write), mode, once)) {
        var id = thinkers.start(say("once", "x"), tooLong().times(1));
        died = thinkers.awaitEndOr(id, mode.death());
        if (died) {
          thinkers.killAndReopen();
        }
        assertThat(summary(thinkers, id)).isEqualTo("Done.");
        assertThat(once.inputs()).hasSizeLessThanOrEqualTo(1);
        var run = thinkers.staff().run(id);
        assertThat(thinkers.events(run, RunEvent.Condensed.class)).hasSizeLessThanOrEqualTo(1);
        assertThat(thinkers.staff().account(id).spent()).isEqualTo(run.dossier().usage());
        assertThat(thinkers.staff().account(id).reserved().isNone()).isTrue();
      }
    }
  }

  @Test
  void a_contract_that_is_too_long_by_itself_fails_with_a_clear_sentence() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var run = thinkers.play(tooLong());
      var failed = (State.Failed) run.state();
      assertThat(failed.reason()).isEqualTo(FailureReason.ERROR);
      assertThat(failed.message()).startsWith("context: ").contains("prompt is too long");
      assertThat(thinkers.llm().exchanges()).hasSize(1);
    }
  }

  @Test
  void who_cannot_sum_up_either_fails_in_the_end() {
    var once = remembering(ScriptedLlm.script(tooLong()));
    try (var thinkers = Thinkers.brisk(folder, once)) {
      var run = thinkers.play(say("once", "x"), tooLong());
      var failed = (State.Failed) run.state();
      assertThat(failed.message()).startsWith("context: ");
      assertThat(thinkers.llm().exchanges()).hasSizeBetween(4, 10);
      assertThat(thinkers.staff().account(run.id()).reserved().isNone()).isTrue();
    }
  }

  @Test
  void trouble_while_summing_up_is_waited_for() {
    var once = remembering(ScriptedLlm.script(Turn.text("I have seen x.").failing(529).times(2)));
    try (var thinkers = Thinkers.brisk(folder, once)) {
      var run = thinkers.play(say("once", "x"), tooLong().times(1));
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(thinkers.llm().exchanges())
          .extracting(Exchange::number)
          .containsExactly(1, 2, 3, 4, 5, 6);
    }
  }
}
