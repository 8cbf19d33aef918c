package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions of the real programs, broken off and gone on with.
@EndToEnd
final class RealSessionsTest {
  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private ScriptedLlm llm;
  private TestStaff staff;

  @BeforeEach
  void begin() {
    assumeTrue(Npm.isInstalled(), "the programs are not installed below .cache");
    llm = ScriptedLlm.start();
    staff = open();
  }

  private TestStaff open() {
    var data = folder.resolve("data");
    var environment = RealPrograms.in(folder.resolve("home"), llm.url(), 0).environment();
    var opened = TestStaff.in(data, clock);
    for (var program : List.of("claude", "codex")) {
      opened.hire(agent(program, program, List.of(), Duration.ofMinutes(10)));
      opened.hire(
          agent(
              program + "-watched",
              program,
              List.of(Vigilance.Step.NUDGE, Vigilance.Step.INTERRUPT, Vigilance.Step.RESUME),
              Duration.ofSeconds(2)));
    }
    opened.hire(agent("claude-shell", "claude", List.of(), Duration.ofMinutes(10), "Bash"));
    var programs = new Programs(environment);
    var supervisor = new Supervisor(data, System.getenv());
    return opened.begin(
        new CliRuntime(new Claude(), programs, supervisor, data.resolve("run"), clock),
        new CliRuntime(new Codex(), programs, supervisor, data.resolve("run"), clock));
  }

  private static Agent agent(
      String name, String program, List<Vigilance.Step> ladder, Duration silence, String... tools) {
    var vigilance = new Vigilance(silence, ladder, null, Duration.ofHours(6));
    return new Agent(
        name,
        "writes code",
        new Agent.Means(program, null),
        "",
        List.of(tools),
        Agent.Limits.NONE,
        new Conduct(Permissions.NONE, Confinement.USUAL, vigilance, null));
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    if (staff != null) {
      staff.close();
      llm.close();
      new LeftoverProcesses(folder.resolve("data")).reap(List.of());
      try (var left = Files.list(folder.resolve("data/run"))) {
        assertThat(left).isEmpty();
      }
    }
  }

  private RunId start(String agent, String words, Turn... turns) {
    return staff.start(agent, words + " " + ScriptedLlm.script(turns));
  }

  private Run follow(String agent, RunId former, String words, Turn... turns) {
    var terms = Terms.NONE.with(new Arrangement(Isolation.NONE, former.text()));
    var request = StartRequest.of(agent, words + " " + ScriptedLlm.script(turns)).under(terms);
    return staff.awaitEnd(staff.start(request));
  }

  private static String session(Run run) {
    return Objects.requireNonNull(run.facts().get(CliRuntime.SESSION));
  }

  private static void assertCompleted(Run run, String summary) {
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Completed.class, it -> assertThat(it.summary()).contains(summary));
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void what_was_stopped_in_the_middle_of_a_turn_is_gone_on_with(String program)
      throws InterruptedException {
    var first = start(program, "Paint it red.", Turn.hang());
    llm.await("Paint it red.");
    staff.await(first, it -> it.facts().containsKey(CliRuntime.SESSION));
    staff.staff().stop(TestStaff.OWNER, first, "not red");
    var stopped = staff.awaitEnd(first);
    llm.awaitHangUp("Paint it red.");

    var second = follow(program, first, "Rather blue.", Turn.text("It is blue."));

    assertCompleted(second, "It is blue.");
    assertThat(session(second)).isEqualTo(session(stopped));
    var asked = llm.await("Rather blue.");
    assertThat(asked.heard("Paint it red.")).as("it remembers").isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_follow_up_costs_what_is_new(String program) {
    var first = start(program, "Count the cups.", Turn.text("Three.").usage(1000, 10));
    var one = staff.awaitEnd(first);
    var two = follow(program, first, "And the plates?", Turn.text("Four.").usage(1500, 20));
    var three = follow(program, two.id(), "And the forks?", Turn.text("Five.").usage(1700, 30));

    assertCompleted(three, "Five.");
    assertThat(session(three)).isEqualTo(session(one));
    assertThat(List.of(one, two, three))
        .extracting(it -> it.dossier().usage().inputTokens())
        .containsExactly(1000L, 1500L, 1700L);
    assertThat(List.of(one, two, three))
        .extracting(it -> it.dossier().usage().outputTokens())
        .containsExactly(10L, 20L, 30L);
    assertThat(List.of(one, two, three))
        .extracting(it -> it.dossier().usage().turns())
        .containsExactly(1L, 1L, 1L);
  }

  @Test
  void what_was_charged_before_a_stop_is_not_charged_again() throws InterruptedException {
    var first =
        start(
            "claude-shell",
            "Look around.",
            Turn.shell("echo hi").usage(1000, 10),
            Turn.text("Done.").hanging());
    llm.await(it -> it.heard("Look around.") && it.turn() == 1);
    staff.await(first, it -> it.dossier().usage().inputTokens() > 0);
    staff.staff().stop(TestStaff.OWNER, first, "enough");
    var stopped = staff.awaitEnd(first);

    var second = follow("claude-shell", first, "And now?", Turn.text("Nothing.").usage(1500, 20));

    assertCompleted(second, "Nothing.");
    assertThat(stopped.dossier().usage().inputTokens()).isEqualTo(1000);
    assertThat(second.dossier().usage().inputTokens()).isEqualTo(1500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_run_goes_on_after_a_crash(String program) throws InterruptedException {
    var id =
        start(program, "Build it.", Turn.text("Built.").hanging().times(1), Turn.text("Built."));
    llm.await("Build it.");
    staff.await(id, it -> it.facts().containsKey(CliRuntime.SESSION));
    staff.kill();
    new LeftoverProcesses(folder.resolve("data")).reap(List.of());
    llm.awaitHangUp("Build it.");

    staff = open();
    var run = staff.awaitEnd(id);

    assertCompleted(run, "Built.");
    assertThat(llm.await("You were interrupted.").heard("Build it.")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_used_up_quota_is_waited_for(String program) {
    // The programs tell the time of the machine.
    clock.advance(Duration.between(clock.instant(), Instant.now()));
    var back = clock.instant().plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.MINUTES);
    var id =
        start(
            program,
            "Build it.",
            Turn.error(429)
                .saying("usage_limit_reached", "Usage limit reached|" + back.getEpochSecond())
                .resetsAt(back));

    var parked = staff.await(id, it -> it.parked() || it.ended());

    assertThat(parked.parked()).as("%s", parked.state()).isTrue();
    assertThat(parked.needs().getFirst().text()).contains("No quota until " + back);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_model_that_hangs_is_noticed_and_the_program_started_again(String program)
      throws InterruptedException {
    var id =
        start(
            program + "-watched",
            "Build it.",
            Turn.text("Built.").hanging().times(1),
            Turn.text("Built."));
    var run = staff.awaitEnd(id);

    assertThat(staff.events(id))
        .as("steps")
        .anyMatch(
            it -> it instanceof RunEvent.Noted(var _, var text) && text.contains("It is stalled"));
    assertThat(run.state()).as("%s", staff.events(id)).isInstanceOf(State.Completed.class);
    llm.awaitHangUp("Build it.");
  }
}
