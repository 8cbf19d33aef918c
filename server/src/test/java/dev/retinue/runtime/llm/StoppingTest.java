package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.Exchange.Outcome;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What ends a run that has not finished: its caller, its time, its budget.
class StoppingTest {
  private static final Turn DONE = Thinkers.complete("Done.").usage(100, 10);

  /// Long enough for somebody to stop the run meanwhile, on a busy machine too.
  private static final Duration IN_FLIGHT = Duration.ofMillis(1500);

  @TempDir private Path folder;

  private static Turn echo(String word) {
    return Turn.tool("echo", Map.of("word", word)).usage(100, 10);
  }

  private static RunId start(Thinkers thinkers, Budget budget, boolean abort, Turn... turns) {
    var request = StartRequest.of(Thinkers.AGENT, "Do it. " + ScriptedLlm.script(turns));
    return thinkers.staff().start(request.under(new Terms(budget, abort, null, null)));
  }

  private static State.Failed failed(Run run) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    return (State.Failed) run.state();
  }

  @Test
  void a_request_in_flight_completes_and_is_charged_and_none_follows() throws Exception {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.in(folder, echo)) {
      var id = thinkers.start(echo("late").delayed(IN_FLIGHT), DONE);
      thinkers.llm().await("Do it.");
      thinkers.stop(id);
      var run = thinkers.staff().awaitEnd(id);
      assertThat(run.state()).isInstanceOf(State.Stopped.class);
      assertThat(thinkers.llm().exchanges()).hasSize(1);
      assertThat(thinkers.llm().exchanges().getFirst().outcome())
          .isInstanceOf(Outcome.Answered.class);
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(100);
      assertThat(thinkers.staff().account(id).spent()).isEqualTo(run.dossier().usage());
      assertThat(thinkers.staff().account(id).reserved().isNone()).isTrue();
      assertThat(echo.inputs()).as("no tool is used after the end").isEmpty();
    }
  }

  @Test
  void a_late_word_of_completion_does_not_change_the_end() throws Exception {
    try (var thinkers = Thinkers.in(folder)) {
      var id = thinkers.start(DONE.delayed(IN_FLIGHT));
      thinkers.llm().await("Do it.");
      thinkers.stop(id);
      var run = thinkers.staff().awaitEnd(id);
      assertThat(run.state()).isInstanceOf(State.Stopped.class);
      assertThat(thinkers.events(run, RunEvent.Completed.class)).isEmpty();
    }
  }

  @Test
  void a_stop_is_seen_between_the_tools_of_one_answer() throws Exception {
    var begun = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    var slow =
        new RecordingTool(
            "slow",
            false,
            _ -> {
              begun.countDown();
              stopped.await();
              return Tool.Result.of("done");
            });
    try (var thinkers = Thinkers.in(folder, slow)) {
      var calls = new ArrayList<Turn>();
      for (int i = 0; i < 40; i++) {
        calls.add(Turn.tool("slow", Map.of("word", "w" + i)));
      }
      var id = thinkers.start(Turn.calls(calls.toArray(Turn[]::new)), DONE);
      begun.await();
      thinkers.stop(id);
      stopped.countDown();
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
      assertThat(slow.inputs()).hasSizeLessThanOrEqualTo(32);
      assertThat(thinkers.llm().exchanges()).hasSize(1);
    }
  }

  @Test
  void a_tool_that_is_at_work_is_woken_by_the_end() throws Exception {
    for (int at = 1; at <= 2; at++) { // Alone, and beside another.
      var begun = new CountDownLatch(at);
      var woken = new CountDownLatch(at);
      var endless =
          new RecordingTool(
              "endless",
              false,
              _ -> {
                begun.countDown();
                try {
                  new CountDownLatch(1).await();
                } finally {
                  woken.countDown();
                }
                return Tool.Result.of("never");
              });
      try (var thinkers = Thinkers.in(folder.resolve("at" + at), endless)) {
        var one = Turn.tool("endless", Map.of("word", "x"));
        var id = thinkers.start(at == 1 ? one : Turn.calls(one, one), DONE);
        begun.await();
        thinkers.stop(id);
        assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
        thinkers.staff().await(id, it -> it.ended() && !it.ending());
        assertThat(thinkers.llm().exchanges()).hasSize(1);
      }
    }
  }

  /// The first passes its check; the second does not, and not when it is asked for once more.
  @Test
  void a_word_of_completion_counts_only_if_it_passes_the_checks() {
    var check = new Check.PayloadSchema("{\"type\":\"object\",\"required\":[\"colour\"]}");
    var terms = new Terms(Budget.UNLIMITED, true, null, null, List.of(check));
    try (var thinkers = Thinkers.in(folder)) {
      for (var payload : List.of("{\"colour\":\"blue\"}", "{\"size\":1}")) {
        var turn = Turn.tool("agent_complete", Map.of("summary", "Done.", "payload", payload));
        var request = StartRequest.of(Thinkers.AGENT, "Do it. " + ScriptedLlm.script(turn, turn));
        var id = thinkers.staff().start(request.under(terms));
        var run = thinkers.staff().awaitEnd(id);
        if (payload.contains("blue")) {
          assertThat(((State.Completed) run.state()).evidence()).isEqualTo(State.Evidence.VERIFIED);
        } else {
          assertThat(failed(run).reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
          assertThat(failed(run).message()).contains("payload_schema");
        }
      }
      assertThat(thinkers.llm().exchanges()).as("nobody is asked after the end").hasSize(3);
    }
  }

  @Test
  void its_time_is_limited() {
    try (var thinkers = Thinkers.in(folder)) {
      var budget = new Budget(null, null, null, 2L, null);
      var id = start(thinkers, budget, true, echo("x"), DONE.delayed(Duration.ofSeconds(4)));
      var run = thinkers.staff().awaitEnd(id);
      assertThat(failed(run).reason()).isEqualTo(FailureReason.TIMEOUT);
      assertThat(failed(run).message()).contains("max_seconds 2");
      assertThat(run.dossier().usage().inputTokens())
          .as("what was in flight is charged")
          .isEqualTo(200);
    }
  }

  @Test
  void its_turns_are_limited() {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.in(folder, echo)) {
      var budget = new Budget(null, null, 2L, null, null);
      var id = start(thinkers, budget, true, echo("a"), echo("b"), echo("c"), DONE);
      var run = thinkers.staff().awaitEnd(id);
      assertThat(failed(run).reason()).isEqualTo(FailureReason.BUDGET);
      assertThat(failed(run).message()).contains("max_turns 2");
      assertThat(thinkers.llm().exchanges()).hasSize(2);
      assertThat(echo.inputs()).containsExactly("a", "b");
    }
  }

  /// A dollar for a thousand tokens: a turn is expected to cost a bit more than one.
  @Test
  void a_turn_that_the_budget_does_not_allow_is_not_sent() {
    try (var thinkers = Thinkers.in(folder)) {
      var id = start(thinkers, Budget.cost(Money.usd("0.5")), true, DONE);
      assertThat(failed(thinkers.staff().awaitEnd(id)).reason()).isEqualTo(FailureReason.BUDGET);
      assertThat(thinkers.llm().exchanges()).isEmpty();
    }
  }

  @Test
  void who_may_wait_goes_on_when_the_budget_is_raised() {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.in(folder, echo)) {
      var budget = Budget.cost(Money.usd("3"));
      var id = start(thinkers, budget, false, echo("a").usage(1500, 10), echo("b"), DONE);
      var waiting = thinkers.staff().await(id, it -> it.state() instanceof State.Waiting);
      assertThat(waiting.needs()).extracting(Need::kind).containsExactly(Need.Kind.BUDGET);
      assertThat(thinkers.llm().exchanges()).hasSize(1);
      thinkers.staff().staff().raise(TestStaff.OWNER, id, Budget.cost(Money.usd("20")));
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("a", "b");
    }
  }

  @Test
  void who_waits_for_money_waits_for_it_after_a_restart_too() {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.in(folder, echo)) {
      var budget = Budget.cost(Money.usd("3"));
      var id = start(thinkers, budget, false, echo("a").usage(1500, 10), DONE);
      thinkers.staff().await(id, it -> it.state() instanceof State.Waiting);
      thinkers.killAndReopen();
      thinkers.staff().await(id, it -> it.state() instanceof State.Waiting);
      thinkers.staff().staff().raise(TestStaff.OWNER, id, Budget.cost(Money.usd("20")));
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("a");
    }
  }

  @Test
  void a_model_without_a_price_is_refused_a_budget_of_money() {
    try (var thinkers = Thinkers.with(folder, "openai-chat/thinker-1")) {
      var id = start(thinkers, Budget.cost(Money.usd("3")), true, DONE);
      assertThat(failed(thinkers.staff().awaitEnd(id)).message()).contains("no known price");
      assertThat(thinkers.llm().exchanges()).isEmpty();
    }
  }

  /// Each turn is expected to cost at least a dollar, and costs 11 cents.
  @Test
  void many_at_once_never_have_more_in_flight_than_their_budget_allows() {
    try (var thinkers = Thinkers.in(folder)) {
      var above =
          thinkers
              .staff()
              .start(
                  StartRequest.of(
                          Thinkers.AGENT,
                          "Do it. "
                              + ScriptedLlm.script(
                                  Turn.tool("ask_caller", Map.of("question", "Now?")), DONE))
                      .under(new Terms(Budget.cost(Money.usd("12")), true, null, null)));
      thinkers.staff().await(above, it -> it.state() instanceof State.Waiting);
      var below = new ArrayList<RunId>();
      for (int i = 0; i < 32; i++) {
        below.add(thinkers.startBelow(above, DONE.delayed(Duration.ofMillis(50)).usage(100, 10)));
      }
      below.forEach(id -> thinkers.staff().awaitEnd(id));
      long completed =
          below.stream()
              .filter(id -> thinkers.staff().run(id).state() instanceof State.Completed)
              .count();
      thinkers.stop(above);
      thinkers.staff().awaitEnd(above);
      var account = thinkers.staff().account(above);
      assertThat(account.reserved().isNone()).isTrue();
      assertThat(account.spent().cost()).isLessThanOrEqualTo(Money.usd("12"));
      assertThat(account.spent().turns()).isEqualTo(completed + 1);
      assertThat(completed).isPositive();
      assertThat(thinkers.llm().exchanges()).hasSize((int) completed + 1);
    }
  }
}
