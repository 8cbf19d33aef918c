package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.Exchange.Outcome;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Troubles of a provider, those that pass and those that do not.
class RetriesTest {
  private static final Turn DONE = Thinkers.complete("Done.").usage(100, 10);
  private static final Turn ECHO = Turn.tool("echo", Map.of("word", "x")).usage(100, 10);

  @TempDir private Path folder;

  private static State.Failed failed(Run run) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    return (State.Failed) run.state();
  }

  static Stream<Named<Turn>> passing() {
    return Stream.of(
        Named.of("408", DONE.failing(408)),
        Named.of("429", DONE.failing(429)),
        Named.of("500", DONE.failing(500)),
        Named.of("503", DONE.failing(503)),
        Named.of("529", DONE.failing(529)),
        Named.of("a stream that breaks off", DONE.dropping()));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void what_passes_is_tried_again_and_no_call_is_made_twice(Turn trouble) {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.brisk(folder, echo)) {
      var run = thinkers.play(ECHO, trouble.times(2));
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("x");
      assertThat(thinkers.llm().exchanges()).hasSize(4);
      assertThat(thinkers.events(run, RunEvent.Noted.class))
          .filteredOn(it -> it.text().contains("asked again in"))
          .hasSize(2);
      assertThat(run.dossier().usage().turns()).isEqualTo(2);
      assertThat(thinkers.staff().account(run.id()).reserved().isNone()).isTrue();
    }
  }

  @Test
  void an_answer_that_breaks_off_costs_what_its_provider_said_before() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var run = thinkers.play(DONE.dropping().times(2));
      var usage = run.dossier().usage();
      assertThat(usage.inputTokens()).isEqualTo(300);
      assertThat(usage.turns()).isEqualTo(1);
      assertThat(usage.cost().nanos()).isGreaterThan(Money.usd("0.30").nanos());
      assertThat(thinkers.staff().account(run.id()).spent()).isEqualTo(usage);
    }
  }

  @Test
  void a_request_that_is_refused_costs_nothing() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var run = thinkers.play(DONE.failing(529).times(2));
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(100);
    }
  }

  static Stream<Named<Turn>> silent() {
    return Stream.of(
        Named.of("a model that does not answer", DONE.hanging()),
        Named.of("a model that stops in the middle", DONE.hangingInTheMiddle()));
  }

  @ParameterizedTest
  @MethodSource("silent")
  void who_says_nothing_for_too_long_is_asked_again(Turn trouble) {
    var echo = RecordingTool.echo("echo");
    var mode = Thinkers.Mode.usual().brisk(Duration.ofSeconds(2));
    try (var thinkers = Thinkers.like(folder, mode, echo)) {
      var run = thinkers.play(ECHO, trouble.times(1));
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("x");
      assertThat(thinkers.llm().exchanges()).anyMatch(Exchange::hungUp);
      assertThat(run.dossier().usage().turns()).isEqualTo(2);
    }
  }

  @Test
  void it_waits_as_long_as_it_is_asked_to() {
    try (var thinkers = Thinkers.brisk(folder)) {
      thinkers.play(DONE.failing(429).retryAfter(Duration.ofSeconds(1)).times(1));
      var asked = thinkers.llm().exchanges();
      assertThat(asked).hasSize(2);
      assertThat(Duration.between(answered(asked.getFirst().outcome()), asked.getLast().at()))
          .isBetween(Duration.ofMillis(950), Duration.ofSeconds(20));
    }
  }

  private static Instant answered(Outcome outcome) {
    return ((Outcome.Answered) outcome).at();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 529})
  void who_is_told_too_often_to_come_later_waits_without_a_slot_and_goes_on_then(int status) {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.brisk(folder, echo)) {
      var id = thinkers.start(ECHO, DONE.failing(status).times(6));
      var parked = thinkers.staff().await(id, run -> run.parked() || run.ended());
      assertThat(parked.parked()).as("%s", parked.state()).isTrue();
      assertThat(thinkers.llm().exchanges()).hasSize(7);
      assertThat(thinkers.staff().account(id).reserved().isNone()).isTrue();
      thinkers.clock().advance(Duration.ofMinutes(2));
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("x");
    }
  }

  @Test
  void who_was_answered_before_waits_without_a_slot_for_a_model_that_is_late() {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.brisk(folder, echo)) {
      var id = thinkers.start(ECHO, DONE.failing(408).times(6));
      var parked = thinkers.staff().await(id, run -> run.parked() || run.ended());
      assertThat(parked.parked()).as("%s", parked.state()).isTrue();
      thinkers.clock().advance(Duration.ofMinutes(2));
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("x");
    }
  }

  @Test
  void a_long_time_to_wait_takes_no_slot_and_outlives_the_process() {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.brisk(folder, echo)) {
      var id = thinkers.start(ECHO, DONE.failing(429).retryAfter(Duration.ofHours(1)).times(1));
      thinkers.staff().await(id, Run::parked);
      thinkers.clock().advance(Duration.ofMinutes(59));
      thinkers.killAndReopen();
      assertThat(thinkers.staff().run(id).parked()).isTrue();
      assertThat(thinkers.llm().exchanges()).hasSize(2);
      thinkers.clock().advance(Duration.ofMinutes(1));
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(thinkers.llm().exchanges()).hasSize(3);
      assertThat(echo.inputs()).containsExactly("x");
    }
  }

  @Test
  void who_waits_for_a_quota_can_be_stopped() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var id = thinkers.start(DONE.failing(429).retryAfter(Duration.ofHours(1)));
      thinkers.staff().await(id, Run::parked);
      thinkers.stop(id);
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
      assertThat(thinkers.llm().exchanges()).hasSize(1);
    }
  }

  @Test
  void what_does_not_pass_in_time_fails_with_its_reason() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var slow = failed(thinkers.play(DONE.failing(408)));
      assertThat(slow.reason()).isEqualTo(FailureReason.TIMEOUT);
      assertThat(slow.message()).startsWith("timeout: ");
      var broken = failed(thinkers.play(DONE.dropping()));
      assertThat(broken.reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
      assertThat(thinkers.llm().exchanges()).hasSize(12);
    }
  }

  @Test
  void a_deputy_takes_over_where_a_quota_is_used_up() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var used = "You exceeded your current quota, please check your plan and billing details.";
      var prompt =
          "Do it. "
              + ScriptedLlm.script(DONE.failing(429).saying("insufficient_quota", used).times(1));
      var id = thinkers.staff().start(StartRequest.of(Thinkers.LUCKY, prompt));
      var run = thinkers.staff().awaitEnd(id);
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(thinkers.staff().all())
          .extracting(it -> it.commission().agent().name())
          .containsExactlyInAnyOrder(Thinkers.LUCKY, Thinkers.DEPUTY);
      assertThat(thinkers.staff().account(id).spent().inputTokens()).isEqualTo(100);
    }
  }

  @Test
  void a_wrong_key_fails_at_once_and_is_told_to_nobody() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var said = "invalid x-api-key: " + Thinkers.KEY;
      var run = thinkers.play(DONE.failing(401).saying("authentication_error", said));
      assertThat(failed(run).reason()).isEqualTo(FailureReason.REFUSED);
      assertThat(failed(run).message()).startsWith("auth: ").doesNotContain("\n");
      assertThat(thinkers.llm().exchanges()).hasSize(1);
      assertThat(thinkers.llm().exchanges().getFirst().key()).isEqualTo(Thinkers.KEY);
      assertThat(thinkers.events(run).toString()).doesNotContain(Thinkers.KEY);
    }
  }

  @Test
  void a_model_that_there_is_not_fails_at_once_and_is_not_asked_without_tools() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var run = thinkers.play(DONE.failing(404).saying("not_found_error", "no such model"));
      assertThat(failed(run).message())
          .contains(" answered 404: no such model. See whether it has the model '");
      assertThat(thinkers.llm().exchanges()).hasSize(1);
    }
  }

  @Test
  void who_is_stopped_while_it_waits_to_ask_again_does_not_ask_again() {
    try (var thinkers = Thinkers.like(folder, Thinkers.Mode.usual())) {
      var id = thinkers.start(DONE.failing(429).retryAfter(Duration.ofSeconds(50)));
      thinkers.staff().awaitEvent(id, RunEvent.Noted.class::isInstance);
      thinkers.stop(id);
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
      assertThat(thinkers.llm().exchanges()).hasSize(1);
    }
  }

  @Test
  void who_is_killed_while_it_waits_to_ask_again_goes_on() {
    var echo = RecordingTool.echo("echo");
    try (var thinkers = Thinkers.in(folder, echo)) {
      var id = thinkers.start(ECHO, DONE.failing(429).retryAfter(Duration.ofSeconds(50)).times(1));
      thinkers.staff().awaitEvent(id, RunEvent.Noted.class::isInstance);
      thinkers.killAndReopen();
      assertThat(thinkers.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(echo.inputs()).containsExactly("x");
      assertThat(thinkers.events(thinkers.staff().run(id), RunEvent.Spent.class)).hasSize(2);
    }
  }

  @Test
  void a_request_in_flight_at_the_death_is_asked_again_and_charged_once() throws Exception {
    try (var thinkers = Thinkers.in(folder)) {
      var id = thinkers.start(DONE.hanging().times(1));
      thinkers.llm().await("Do it.");
      thinkers.killAndReopen();
      var run = thinkers.staff().awaitEnd(id);
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(100);
      assertThat(thinkers.staff().account(id).reserved().isNone()).isTrue();
      assertThat(thinkers.llm().exchanges().getFirst().hungUp()).isTrue();
    }
  }
}
