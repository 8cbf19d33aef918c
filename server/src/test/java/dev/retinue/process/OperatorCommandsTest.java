package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Allowance;
import dev.retinue.core.Check;
import dev.retinue.core.CheckCommand;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.process.sandbox.Grounds;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.checks.AcceptanceChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands of the operator that decide whether work is done.
@EndToEnd
final class OperatorCommandsTest {
  @TempDir private Path folder;
  private Path data;
  private Path work;
  private TestStaff staff;
  private OperatorCommands commands;
  private Sandbox sandbox;

  @BeforeEach
  void begin() throws IOException {
    data = Files.createDirectory(folder.toRealPath().resolve("data"));
    work = Files.createDirectory(folder.toRealPath().resolve("work"));
    Files.createDirectory(data.resolve("run"));
    sandbox = new Sandbox(new Supervisor(data, System.getenv()), System.getenv());
    commands =
        new OperatorCommands(
            new Supervisor(data, System.getenv()),
            Map.of("PATH", "/usr/bin:/bin", "SECRET", "x"),
            data.resolve("run"),
            List.of(
                command("passes", 30, "sh", "-c", "echo fine; test -f result"),
                command("fails", 30, "sh", "-c", "echo first; echo last line >&2; exit 3"),
                command("hangs", 1, "sh", "-c", "setsid sleep 300 & sleep 300"),
                command("waits", 300, "sleep", "300"),
                command("shows", 30, "env"),
                command("missing", 30, "there-is-no-such-program"),
                command("escapes", 30, "sh", "-c", "echo x > ../outside; test ! -e ../outside"),
                command(
                    "fools",
                    30,
                    "sh",
                    "-c",
                    "rm $TMPDIR/../out; ln -s %s $TMPDIR/../out; exit 1"
                        .formatted(folder.toRealPath().resolve("secret")))),
            this::around);
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.of(List.of(work), null));
    var checks = new AcceptanceChecks(commands);
    staff = TestStaff.in(data.resolve("store"), new TestClock(), rules, checks);
    staff.hire(
        new Agent(
            "player",
            "plays",
            new Agent.Means(ScriptedRuntime.NAME, null),
            "",
            List.of(),
            Agent.Limits.NONE));
    staff.hire(
        new Agent(
            "prisoner",
            "plays in a sandbox",
            new Agent.Means(ScriptedRuntime.NAME, null),
            "",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(
                Permissions.NONE,
                new Confinement(2, true, Confinement.Login.OWNER),
                Vigilance.USUAL,
                null)));
    staff.begin(new ScriptedRuntime(InstantSource.system()));
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    staff.close();
    assertThat(Marked.all(data).find()).isEmpty();
    try (var left = Files.list(data.resolve("run"))) {
      assertThat(left).isEmpty();
    }
  }

  /// As the daemon does it.
  private Enclosure around(Spawn spawn, Confinement confinement, Path own) {
    var grounds = new Grounds(spawn.directory(), true, own, List.of(own), List.of(), null, true);
    return confinement.tier() == 0
        ? spawn.enclosure()
        : sandbox.place(spawn.run(), confinement.tier(), grounds, Allowance.ANY).enclosure();
  }

  private static CheckCommand command(String name, int seconds, String... words) {
    return new CheckCommand(name, List.of(words), Duration.ofSeconds(seconds));
  }

  private RunId start(String check) {
    return start("player", check);
  }

  private RunId start(String agent, String check) {
    var terms =
        new Terms(
            Terms.NONE.budget(), true, work.toString(), null, List.of(new Check.Command(check)));
    return staff.start(StartRequest.of(agent, "complete done").under(terms));
  }

  private Run carryOut(String check) {
    return staff.awaitEnd(start(check));
  }

  @Test
  void a_command_that_ends_well_in_the_working_directory_verifies() throws Exception {
    Files.createFile(work.resolve("result"));
    var run = carryOut("passes");
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Completed.class,
            it -> assertThat(it.evidence()).isEqualTo(State.Evidence.VERIFIED));
    assertThat(run.dossier().verdicts().getFirst().detail())
        .isEqualTo("it ended with 0, and last said: fine");
  }

  @Test
  void a_command_that_fails_says_how_and_what_it_said_last() {
    var run = carryOut("fails");
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
              assertThat(it.message()).contains("command fails", "ended with 3", "last line");
            });
  }

  @Test
  void a_command_that_takes_too_long_has_not_passed_and_leaves_nothing() {
    assertThat(((State.Failed) carryOut("hangs").state()).message())
        .contains("took longer than 1 s");
    assertThat(((State.Failed) carryOut("missing").state()).message())
        .contains("no program 'there-is-no-such-program'");
  }

  @Test
  void a_run_that_is_stopped_meanwhile_does_not_wait_for_its_command() {
    var id = start("waits");
    staff.await(id, _ -> !Marked.all(data).find().isEmpty());
    staff.staff().stop(TestStaff.OWNER, id, "enough");
    assertThat(staff.awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void a_command_sees_little_of_our_environment() {
    assertThat(carryOut("shows").dossier().verdicts().getFirst().detail())
        .contains("CI=true")
        .doesNotContain("SECRET");
  }

  @Test
  void a_command_runs_in_the_sandbox_of_the_agent_whose_work_it_looks_at() throws Exception {
    assumeTrue(sandbox.tier(2).there(), "this kernel has no Landlock");
    var outside = work.resolveSibling("outside");
    assertThat(staff.awaitEnd(start("player", "escapes")).state()).isInstanceOf(State.Failed.class);
    assertThat(outside).exists();
    Files.delete(outside);
    assertThat(staff.awaitEnd(start("prisoner", "escapes")).state())
        .isInstanceOf(State.Completed.class);
    assertThat(outside).doesNotExist();
  }

  @Test
  void what_a_command_puts_in_the_place_of_its_output_is_not_read() throws Exception {
    Files.writeString(folder.resolve("secret"), "nobody reads this");
    assertThat(((State.Failed) carryOut("fools").state()).message())
        .contains("ended with 1")
        .doesNotContain("nobody reads this");
  }

  @Test
  void a_name_that_is_not_there_is_refused_with_those_that_are() {
    assertThatThrownBy(() -> start("pases"))
        .isInstanceOf(RetinueException.class)
        .hasMessage("There is no command 'pases' for checks; did you mean 'passes'?");
    assertThatThrownBy(() -> start("zzz"))
        .hasMessage(
            "There is no command 'zzz' for checks, only passes, fails, hangs, waits, shows, missing, escapes, fools.");
    assertThatThrownBy(() -> new AcceptanceChecks().require(new Check.Command("tests")))
        .hasMessageContaining("has named none");
  }
}
