package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left of the real programs when they are ended, or end, in the middle of their work:
/// nothing, and the model knows it.
@EndToEnd
@Timeout(120)
final class RealEndingsTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;
  private RealStaff staff;

  @BeforeEach
  void begin() {
    llm = ScriptedLlm.start();
    staff = new RealStaff(folder, llm.url());
  }

  @AfterEach
  void nothing_is_left() {
    staff.assertNothingIsLeft();
    staff.close();
    llm.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_stopped_program_hangs_up_on_its_model(String program) throws Exception {
    var id = staff.start(program, "Wait.", Turn.text("Half of").hangingInTheMiddle());
    llm.await("Wait.");

    staff.staff().staff().stop(TestStaff.OWNER, id, "enough");

    assertThat(staff.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
    llm.awaitHangUp("Wait.");
    staff.assertNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_stopped_program_takes_along_what_it_has_started(String program) throws Exception {
    var id = staff.start(program, "Work.", working(), Turn.text("never"));
    awaitWork();
    assertThat(staff.processesOfRuns()).hasSizeGreaterThan(2);

    staff.staff().staff().stop(TestStaff.OWNER, id, "enough");

    assertThat(staff.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
    staff.assertNothingIsLeft();
  }

  /// A command that says when it is at work, and leaves a daemon behind.
  private Turn working() throws IOException {
    Program.of("mkfifo", fifo()).run();
    return Turn.shell(
        "(setsid tail -f /dev/null &); echo on > %s; tail -f /dev/null".formatted(fifo()));
  }

  private Path fifo() {
    return folder.resolve("fifo");
  }

  private void awaitWork() throws IOException {
    assertThat(Files.readString(fifo())).isEqualTo("on\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_program_that_is_killed_has_crashed_and_leaves_nothing(String program) throws Exception {
    var id = staff.start(program, "Work.", working(), Turn.text("never"));
    awaitWork();

    kill(staff.staff().await(id, run -> run.facts().containsKey("pid")));

    var run = staff.staff().awaitEnd(id);
    assertThat(failure(run).reason()).isEqualTo(FailureReason.ERROR);
    assertThat(failure(run).message()).startsWith("crash: %s ended with 137".formatted(program));
    staff.assertNothingIsLeft();
  }

  private static void kill(Run run) {
    ProcessHandle.of(Long.parseLong(run.facts().getOrDefault("pid", "0")))
        .orElseThrow()
        .destroyForcibly();
  }

  private static State.Failed failure(Run run) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    return (State.Failed) run.state();
  }

  @Test
  void programs_whose_model_hangs_are_ended_when_their_time_is_over() throws Exception {
    var most = new Budget(null, null, null, 6L, null);
    var ids =
        List.of(
            staff.start(most, "claude", "claude waits", Turn.hang()),
            staff.start(most, "codex", "codex waits", Turn.hang()));
    for (var id : ids) {
      assertThat(failure(staff.staff().awaitEnd(id)).reason()).isEqualTo(FailureReason.TIMEOUT);
    }
    llm.awaitHangUp("claude waits");
    llm.awaitHangUp("codex waits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_program_that_crosses_its_budget_is_ended_in_the_middle_of_its_work(String program) {
    var most = new Budget(null, 4000L, null, null, null);
    var id =
        staff.start(
            most,
            program,
            "Spend.",
            Turn.shell("echo one").usage(2500, 10),
            Turn.shell("echo two").usage(2500, 10),
            Turn.hang());

    var run = staff.staff().awaitEnd(id);

    assertThat(failure(run).reason()).isEqualTo(FailureReason.BUDGET);
    assertThat(run.dossier().usage().inputTokens()).isEqualTo(5000);
    staff.assertNothingIsLeft();
    assertThat(llm.exchanges("Spend."))
        .allMatch(it -> !(it.outcome() instanceof Exchange.Outcome.Open));
  }

  @Test
  void claude_heeds_itself_what_it_may_cost() {
    var id =
        staff.start(
            Budget.cost(Money.usd("0.01")),
            "claude",
            "Spend.",
            Turn.shell("echo one").usage(10_000, 100),
            Turn.text("never"));

    var run = staff.staff().awaitEnd(id);

    assertThat(failure(run).reason()).isEqualTo(FailureReason.BUDGET);
    assertThat(run.dossier().usage().cost()).isGreaterThan(Money.usd("0.01"));
    assertThat(llm.exchanges("Spend.")).hasSize(1);
  }
}
