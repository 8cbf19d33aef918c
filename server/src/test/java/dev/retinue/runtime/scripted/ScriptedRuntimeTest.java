package dev.retinue.runtime.scripted;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedRuntimeTest {
  @TempDir private Path folder;
  private TestStaff staff;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff = TestStaff.in(folder, clock).hire("any", "").begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  /// Starts an agent that has no instructions, so that the prompt is the script.
  private RunId start(String script) {
    return staff.start("any", script);
  }

  private Run play(String script) {
    return staff.awaitEnd(start(script));
  }

  private static State.Completed claimed(String summary) {
    return new State.Completed(TestClock.NOON, summary, State.Evidence.CLAIMED);
  }

  private static State.Failed failed(FailureReason reason, String message) {
    return new State.Failed(TestClock.NOON, reason, message);
  }

  // The script.

  @Test
  void without_instructions_the_prompt_is_the_script() {
    assertThat(play("complete Done.").state()).isEqualTo(claimed("Done."));
  }

  @Test
  void with_instructions_the_prompt_is_what_they_speak_of() {
    staff.hire("polite", "complete You said '{prompt}', and {this} is not filled in.");
    var run = staff.awaitEnd(staff.start("polite", "crash {prompt}"));
    assertThat(run.state())
        .isEqualTo(claimed("You said 'crash {prompt}', and {this} is not filled in."));
  }

  @Test
  void a_script_that_cannot_be_read_is_refused_before_its_first_step() {
    var run = play("say Hello.\nsya Hello.");
    assertThat(run.state())
        .isEqualTo(
            failed(
                FailureReason.REFUSED,
                "Line 2 of the script: there is no step 'sya'; did you mean 'say'?"));
    assertThat(staff.events(run.id())).noneMatch(RunEvent.Said.class::isInstance);
  }

  @Test
  void what_is_filled_in_cannot_grow_without_a_bound() {
    staff.hire("echo", "say " + "{prompt}".repeat(100));
    var run = staff.awaitEnd(staff.start("echo", "x".repeat(20_000)));
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.message()).contains("more than 1048576"));
  }

  // What is told.

  @Test
  void it_says_thinks_learns_and_calls_tools() {
    staff.hire(
        "busy",
        """
        say a
        think b
        learn model=small-1
        call read {"file": "{prompt}"} -> c
        call write -> failed: {prompt}
        """);
    var run = staff.awaitEnd(staff.start("busy", "\"d\"\n"));
    var at = TestClock.NOON;
    assertThat(staff.events(run.id()))
        .containsSubsequence(
            new RunEvent.Said(at, "a"),
            new RunEvent.Thought(at, "b"),
            new RunEvent.Learned(at, Map.of("model", "small-1")),
            new RunEvent.ToolCalled(at, "call-4", "read", "{\"file\": \"\\\"d\\\"\\n\"}"),
            new RunEvent.ToolAnswered(at, "call-4", "c", false),
            new RunEvent.ToolCalled(at, "call-5", "write", "{}"),
            new RunEvent.ToolAnswered(at, "call-5", "\"d\"\n", true));
    assertThat(run.facts()).containsExactly(Map.entry("model", "small-1"));
  }

  @Test
  void a_script_that_is_just_over_is_assumed_to_be_done() {
    assertThat(play("say a\nsay b\nthink c").state())
        .isEqualTo(new State.Completed(TestClock.NOON, "b", State.Evidence.ASSUMED));
    assertThat(play("assume d\nsay e").state())
        .isEqualTo(new State.Completed(TestClock.NOON, "d", State.Evidence.ASSUMED));
    assertThat(play("# nothing").state())
        .isEqualTo(
            new State.Completed(TestClock.NOON, "The script is over.", State.Evidence.ASSUMED));
  }

  @Test
  void nothing_happens_after_its_end() {
    var run = play("complete a\nsay b\nfail error c");
    assertThat(run.state()).isEqualTo(claimed("a"));
    assertThat(staff.events(run.id())).noneMatch(RunEvent.Said.class::isInstance);
  }

  @Test
  void it_fails_and_crashes() {
    assertThat(play("fail quota Tomorrow again.").state())
        .isEqualTo(failed(FailureReason.QUOTA, "Tomorrow again."));
    assertThat(play("crash").state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.ERROR);
              assertThat(it.message()).contains("broke down", "the script says crash");
            });
  }

  @Test
  void what_is_repeated_happens_as_often_as_it_says() {
    var run = play("repeat 3\nsay a\nrepeat 2\nthink b\nend\nend");
    assertThat(staff.events(run.id())).filteredOn(RunEvent.Said.class::isInstance).hasSize(3);
    assertThat(staff.events(run.id())).filteredOn(RunEvent.Thought.class::isInstance).hasSize(6);
  }

  // What is asked.

  @Test
  void it_waits_for_an_answer_and_knows_it_later() {
    var id = start("ask Which?\ncomplete You want {answer}.");
    var waiting = staff.await(id, run -> !run.needs().isEmpty());
    assertThat(waiting.needs())
        .containsExactly(new Need("step-1", Need.Kind.ANSWER, "Which?", null));
    staff.staff().answer(TestStaff.OWNER, id, "step-1", "the red one");
    assertThat(staff.awaitEnd(id).state()).isEqualTo(claimed("You want the red one."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"allow", " Yes\n"})
  void with_permission_it_goes_on(String answer) {
    assertThat(afterPermission(answer)).isEqualTo(claimed("Done."));
  }

  @Test
  void without_permission_it_is_refused() {
    assertThat(afterPermission("deny"))
        .isEqualTo(
            failed(
                FailureReason.REFUSED,
                "The permission 'delete it' was not given; the answer was 'deny'."));
  }

  private State afterPermission(String answer) {
    var id = start("permission delete it\ncomplete Done.");
    var need = staff.await(id, run -> !run.needs().isEmpty()).needs().getFirst();
    assertThat(need.kind()).isEqualTo(Need.Kind.PERMISSION);
    staff.staff().answer(TestStaff.OWNER, id, need.id(), answer);
    return staff.awaitEnd(id).state();
  }

  // What is counted.

  @Test
  void it_spends_with_leave_and_is_charged_without() {
    var run = play("spend 0.02 in 1200 out 300\ncharge 1 in 5");
    assertThat(run.dossier().usage())
        .isEqualTo(new Usage(Money.usd("1.02"), false, 1205, 300, 0, 2));
  }

  @Test
  void a_budget_refuses_what_would_cross_it_and_ends_what_has_crossed_it() {
    assertThat(playWithin("0.03", "spend 0.02\nspend 0.02").dossier().usage().cost())
        .isEqualTo(Money.usd("0.02"));
    var charged = playWithin("0.03", "charge 0.02\ncharge 0.02\nsay not reached");
    assertThat(charged.dossier().usage().cost()).isEqualTo(Money.usd("0.04"));
    assertThat(charged.state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.BUDGET));
    assertThat(charged.dossier().recentOutput()).isNull();
  }

  private Run playWithin(String usd, String script) {
    var terms = new Terms(Budget.cost(Money.usd(usd)), true, null, null);
    return staff.awaitEnd(staff.start(StartRequest.of("any", script).under(terms)));
  }

  @Test
  void what_it_prints_is_as_long_as_it_says_and_kept_in_pieces() {
    var output = requireNonNull(play("print 100b\nprint 700kb").dossier().output());
    assertThat(output.bytes()).isEqualTo(100 + 700 * 1024);
    assertThat(output.pieces()).isEqualTo(4);
    assertThat(staff.text(output))
        .hasSize(100 + 700 * 1024)
        .startsWith("0000000000 The quick brown fox jumps over the lazy dog. 0123456\n0000000001 ")
        .endsWith("\n0000011201 The quick brown fox jumps");
  }

  @Test
  void the_result_is_what_was_delivered_line_by_line() {
    var run = play("deliver a\ndeliver \"\"\"\nb\n\n c\n\"\"\"\ncomplete Done.");
    assertThat(staff.text(run.dossier().payload())).isEqualTo("a\nb\n\n c\n");
  }

  // What others do.

  @Test
  void it_starts_others_and_awaits_them_all() {
    staff.hire("adder", "complete {prompt} is 4");
    staff.hire("quitter", "fail error No.");
    var id = start("start adder: 2 + 2\nstart quitter: go\nawait\ncomplete {results}");
    var run = staff.awaitEnd(id);
    assertThat(run.state()).isEqualTo(claimed("adder: 2 + 2 is 4\nquitter: failed (error): No."));
    assertThat(run.facts()).containsOnlyKeys("started/1", "started/2");
    assertThat(below(run)).hasSize(2);
  }

  private List<Run> below(Run run) {
    return staff.all().stream()
        .filter(other -> other.commission().lineage().parent().equals(Optional.of(run.id())))
        .toList();
  }

  @Test
  void one_who_is_not_there_cannot_be_started() {
    assertThat(play("start nobody: go").state())
        .isEqualTo(
            failed(FailureReason.ERROR, "There is no agent 'nobody' on the staff, only 'any'."));
  }

  // What ends it.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "take 24h",
        "hang",
        "ask Which?",
        "permission go on",
        "repeat 1000\ntake 1h\nend",
        "start sleeper: hang\nawait",
        "start sleeper: hang\nhang"
      })
  void to_be_stopped_interrupts_every_wait_at_once_and_no_further_step_begins(String waits) {
    staff.hire("sleeper", "hang");
    var id = start("say begun\n" + waits + "\nsay not reached");
    staff.awaitEvent(id, RunEvent.Said.class::isInstance);
    staff.staff().stop(TestStaff.OWNER, id, "enough");
    var run = staff.awaitEnd(id);
    assertThat(run.state()).isEqualTo(new State.Stopped(TestClock.NOON, "enough"));
    assertThat(run.dossier().recentOutput()).isEqualTo("begun");
    assertThat(below(run)).allSatisfy(other -> assertThat(other.ended()).isTrue());
  }

  @Test
  void to_be_completed_by_its_owner_interrupts_the_wait_for_others_too() {
    staff.hire("sleeper", "hang");
    var id = start("start sleeper: wait\nawait\nsay not reached");
    staff.awaitEvent(id, RunEvent.Learned.class::isInstance);
    staff.staff().complete(TestStaff.OWNER, id, "It is good as it is.", new byte[0]);
    var run = staff.awaitEnd(id);
    assertThat(run.state()).isEqualTo(claimed("It is good as it is."));
    assertThat(below(run)).noneMatch(Run::ended);
  }

  @Test
  void one_that_ignores_being_stopped_shows_as_ending_until_it_lets_go() {
    var id = start("ignore-stop 24h\nsay begun\nhang");
    staff.awaitEvent(id, RunEvent.Said.class::isInstance);
    var stopped = staff.staff().stop(TestStaff.OWNER, id, "enough");
    assertThat(stopped.ending()).isTrue();
    assertThat(staff.staff().crew().atWork()).isEqualTo(1);
    staff.staff().crew().close();
    assertThat(staff.run(id).ending()).isFalse();

    close();
    open();
    assertThat(play("ignore-stop 1ms\ncomplete Done.").state()).isEqualTo(claimed("Done."));
  }
}
