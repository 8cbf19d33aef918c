package dev.retinue.runtime.llm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Answers of models that do not fit their schema: they are asked for once more, and never twice.
class RepairedThoughtsTest {
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}";
  private static final Terms A_NUMBER =
      new Terms(Budget.UNLIMITED, true, null, null, List.of(new Check.PayloadSchema(SCHEMA)));
  private static final String UNFIT = "{\"n\":\"two\"}";
  private static final String STILL_UNFIT = "{\"n\":\"three\"}";
  private static final String FIT = "{\"n\":2}";
  private static final int MOST_WRITES = 60;

  @TempDir private Path folder;

  private static RunId start(Thinkers thinkers, Turn... turns) {
    return thinkers
        .staff()
        .start(
            StartRequest.of(Thinkers.AGENT, "Do it. " + ScriptedLlm.script(turns)).under(A_NUMBER));
  }

  private static Run play(Thinkers thinkers, Turn... turns) {
    return thinkers.staff().awaitEnd(start(thinkers, turns));
  }

  private static Turn completeWith(String payload) {
    return Turn.tool("agent_complete", Map.of("summary", "It is " + payload, "payload", payload));
  }

  private static void assertVerified(Thinkers thinkers, Run run, String when) {
    assertThat(run.state())
        .as(when)
        .isInstanceOfSatisfying(
            State.Completed.class,
            it -> assertThat(it.evidence()).isEqualTo(State.Evidence.VERIFIED));
    assertThat(thinkers.staff().text(run.dossier().payload())).as(when).isEqualTo(FIT);
  }

  private static void assertInvalid(Run run) {
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
              assertThat(it.message()).contains("payload_schema", "integer expected");
            });
  }

  private static List<String> notes(Thinkers thinkers, Run run) {
    return thinkers.events(run, RunEvent.Noted.class).stream().map(RunEvent.Noted::text).toList();
  }

  @Test
  void a_payload_that_does_not_fit_is_asked_for_once_more() {
    try (var thinkers = Thinkers.in(folder)) {
      var run = play(thinkers, completeWith(UNFIT), completeWith(FIT));

      assertVerified(thinkers, run, "at once");
      var refused = thinkers.events(run, RunEvent.ToolAnswered.class).getFirst();
      assertThat(refused.failed()).isTrue();
      assertThat(refused.output())
          .startsWith("Your answer does not fit")
          .contains("integer expected", "agent_complete once more");
      assertThat(notes(thinkers, run))
          .singleElement()
          .asString()
          .contains("is asked for once more: ", "integer expected");
      assertThat(run.dossier().usage().turns()).isEqualTo(2);
    }
  }

  @Test
  void a_payload_that_never_fits_fails_after_one_repair_and_the_last_one_is_kept() {
    try (var thinkers = Thinkers.in(folder)) {
      var run = play(thinkers, completeWith(UNFIT), completeWith(STILL_UNFIT), completeWith(FIT));

      assertInvalid(run);
      assertThat(thinkers.llm().exchanges()).hasSize(2);
      assertThat(thinkers.staff().text(run.dossier().payload())).isEqualTo(STILL_UNFIT);
      assertThat(requireNonNull(run.dossier().late()).summary()).isEqualTo("It is " + STILL_UNFIT);
      assertThat(notes(thinkers, run)).hasSize(1);
    }
  }

  @Test
  void two_unfit_payloads_of_one_answer_are_one_attempt() {
    try (var thinkers = Thinkers.in(folder)) {
      var run =
          play(
              thinkers,
              Turn.calls(completeWith(UNFIT), completeWith(STILL_UNFIT)),
              completeWith(FIT));
      assertVerified(thinkers, run, "two");
    }
  }

  @Test
  void who_cannot_fulfil_its_contract_needs_no_form() {
    try (var thinkers = Thinkers.in(folder)) {
      var run =
          play(thinkers, Turn.tool("agent_complete", Map.of("summary", "No.", "failed", true)));
      assertThat(run.state())
          .isInstanceOfSatisfying(
              State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.ERROR));
      assertThat(notes(thinkers, run)).isEmpty();
    }
  }

  // Models that only say something.

  @Test
  void words_that_end_the_contract_are_the_payload_where_it_has_a_form() {
    try (var thinkers = Thinkers.in(folder)) {
      var run = play(thinkers, Turn.text(FIT + "\n[CONTRACT COMPLETE]"));
      assertVerified(thinkers, run, "marked");
      assertThat(thinkers.llm().exchanges()).hasSize(1);
    }
  }

  @Test
  void words_that_do_not_fit_are_asked_for_once_more() {
    try (var thinkers = Thinkers.in(folder)) {
      var run =
          play(
              thinkers,
              Turn.text(UNFIT + "\n[CONTRACT COMPLETE]"),
              Turn.text("```json\n" + FIT + "\n```\n[CONTRACT COMPLETE]"));
      assertVerified(thinkers, run, "marked");
      assertThat(thinkers.events(run, RunEvent.Told.class))
          .singleElement()
          .extracting(RunEvent.Told::text)
          .asString()
          .contains("integer expected", "[CONTRACT COMPLETE]");
    }
  }

  @Test
  void an_assumed_end_is_repaired_once_too() {
    try (var thinkers = Thinkers.in(folder)) {
      var run = play(thinkers, Turn.text(UNFIT), Turn.text(FIT));
      assertVerified(thinkers, run, "assumed");

      var other = play(thinkers, Turn.text(UNFIT), Turn.text(STILL_UNFIT));
      assertInvalid(other);
      assertThat(other.dossier().usage().turns()).isEqualTo(2);
      assertThat(requireNonNull(other.dossier().late()).summary()).isEqualTo(STILL_UNFIT);
    }
  }

  // What it is told.

  @Test
  void it_is_told_the_schema_with_tools_and_without() throws InterruptedException {
    try (var thinkers = Thinkers.brisk(folder)) {
      play(
          thinkers,
          Turn.text(FIT + "\n[CONTRACT COMPLETE]")
              .failing(400)
              .saying("invalid_request_error", "this model has no tools")
              .times(1));
      assertThat(thinkers.llm().exchanges()).hasSize(2);
      var asked = thinkers.llm().exchanges().getFirst().conversation();
      assertThat(asked.system()).contains("The payload must be one JSON value", SCHEMA);
      var again = thinkers.llm().exchanges().getLast().conversation();
      assertThat(again.toolNames()).isEmpty();
      assertThat(again.system()).contains("Your answer, without that line, must be", SCHEMA);
    }
  }

  // Whatever dies meanwhile.

  @ParameterizedTest
  @EnumSource(Death.When.class)
  void whenever_it_is_killed_there_is_one_repair_and_no_other(Death.When when) throws Exception {
    die(when, completeWith(UNFIT), completeWith(FIT));
  }

  @ParameterizedTest
  @EnumSource(Death.When.class)
  void the_same_holds_for_who_only_says_something(Death.When when) throws Exception {
    die(when, Turn.text(UNFIT + "\n[CONTRACT COMPLETE]"), Turn.text(FIT + "\n[CONTRACT COMPLETE]"));
  }

  private void die(Death.When when, Turn... turns) throws Exception {
    boolean died = true;
    int write = 0;
    while (died && write < MOST_WRITES) {
      write++;
      var death = Death.at(write, when);
      var mode = Thinkers.Mode.usual().dying(death);
      try (var thinkers = Thinkers.like(folder.resolve("w" + write), mode)) {
        var id = start(thinkers, turns);
        died = thinkers.awaitEndOr(id, death);
        if (died) {
          thinkers.killAndReopen();
        }
        var run = thinkers.staff().awaitEnd(id);
        assertVerified(thinkers, run, "write " + write);
        assertThat(notes(thinkers, run)).as("write " + write).hasSize(1);
        assertThat(run.dossier().usage().turns()).as("write " + write).isEqualTo(2);
      }
    }
    assertThat(write).as("every write was a last one").isBetween(6, MOST_WRITES - 1);
  }
}
