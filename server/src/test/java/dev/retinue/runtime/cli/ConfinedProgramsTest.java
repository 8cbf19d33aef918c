package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.process.git.Git;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.confine.Confines;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The real claude and codex in every tier, against a scripted model.
@EndToEnd
final class ConfinedProgramsTest {
  @TempDir private Path folder;

  private ScriptedLlm llm;
  private Path data;
  private Path project;
  private TestStaff staff;
  private Sandbox sandbox;

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Npm.isInstalled(), "needs the real programs: ./verify installs them");
    folder = folder.toRealPath();
    llm = ScriptedLlm.start();
    data = folder.resolve("data");
    var home = Files.createDirectories(folder.resolve("home"));
    project = Files.createDirectories(home.resolve("project"));
    Files.writeString(home.resolve("canary"), "secret");
    var real = RealPrograms.in(home, llm.url());
    staff =
        TestStaff.in(
            data,
            new TestClock(),
            new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.of(List.of(project), home)));
    var supervisor = new Supervisor(data, System.getenv());
    sandbox = new Sandbox(supervisor, System.getenv());
    var programs = new Programs(real.environment());
    var git = new Git(System.getenv(), data.resolve("git"));
    var premises =
        new Premises(
            new Confines(sandbox, Confines.Policy.USUAL), new Clones(data.resolve("clones"), git));
    var clock = InstantSource.system();
    var house = new CliRuntime.House(Permissions.NONE, new Doorway(), premises);
    staff.begin(
        new CliRuntime(new Claude(), programs, supervisor, data.resolve("run"), clock, house),
        new CliRuntime(new Codex(), programs, supervisor, data.resolve("run"), clock, house));
  }

  @AfterEach
  void end() throws IOException {
    staff.close();
    new LeftoverProcesses(data).reap(List.of());
    llm.close();
    try (var left = Files.list(data.resolve("run"))) {
      assertThat(left).isEmpty();
    }
  }

  private Run run(String program, int tier, List<String> tools, Turn... turns) {
    var found = sandbox.tier(tier);
    assumeTrue(found.there(), found.text());
    staff.hire(
        new Agent(
            "worker",
            "works",
            new Agent.Means(program, null),
            "",
            tools,
            Agent.Limits.NONE,
            new Conduct(
                Permissions.NONE,
                new Confinement(tier, true, Confinement.Login.OWNER),
                Vigilance.USUAL,
                null)));
    var request = StartRequest.of("worker", "Do it. " + ScriptedLlm.script(turns));
    return staff.awaitEnd(staff.start(request.under(Terms.NONE.in(project.toString()))));
  }

  @ParameterizedTest
  @CsvSource({"claude, 1", "claude, 2", "claude, 3", "codex, 1", "codex, 2", "codex, 3"})
  void a_program_works_in_its_folder_and_reaches_nothing_else(String program, int tier)
      throws IOException {
    var run =
        run(
            program,
            tier,
            List.of("Bash", "Read"),
            Turn.shell("echo made > made.txt; cat ../canary; echo over"),
            Turn.text("got {{tool_result}}"));

    assertThat(run.state()).as("%s", staff.events(run.id())).isInstanceOf(State.Completed.class);
    assertThat(project.resolve("made.txt")).hasContent("made");
    assertThat(run.facts())
        .containsEntry("sandbox_tier", Integer.toString(tier))
        .containsKey("sandbox");
    var summary = ((State.Completed) run.state()).summary();
    assertThat(summary).contains("over");
    if (tier > 1) {
      assertThat(summary).doesNotContain("secret");
    }
  }

  @ParameterizedTest
  @CsvSource({"2", "3"})
  void codex_that_may_only_read_changes_nothing(int tier) {
    var run =
        run(
            "codex",
            tier,
            List.of("Read", "Grep"),
            Turn.shell("echo made > made.txt; echo over"),
            Turn.text("got {{tool_result}}"));
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(project.resolve("made.txt")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"claude, 2", "claude, 3", "codex, 2", "codex, 3"})
  void a_stopped_program_leaves_nothing(String program, int tier) throws Exception {
    var found = sandbox.tier(tier);
    assumeTrue(found.there(), found.text());
    staff.hire(
        new Agent(
            "worker",
            "works",
            new Agent.Means(program, null),
            "",
            List.of("Bash"),
            Agent.Limits.NONE,
            new Conduct(
                Permissions.NONE,
                new Confinement(tier, true, Confinement.Login.OWNER),
                Vigilance.USUAL,
                null)));
    var prompt = "Do it. " + ScriptedLlm.script(Turn.shell("tail -f /dev/null"), Turn.text("."));
    var id =
        staff.start(StartRequest.of("worker", prompt).under(Terms.NONE.in(project.toString())));
    staff.awaitEvent(id, RunEvent.ToolCalled.class::isInstance);

    staff.staff().stop(TestStaff.OWNER, id, "enough");

    var run = staff.awaitEnd(id);
    assertThat(run.state()).isInstanceOf(State.Stopped.class);
    assertThat(
            ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").contains(folder.toString())))
        .isEmpty();
  }
}
