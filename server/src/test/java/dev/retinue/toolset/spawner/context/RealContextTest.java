package dev.retinue.toolset.spawner.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.StartRequest.Manner;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.process.git.Git;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.Premises;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.confine.Confines;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the models behind the real claude and codex hear of a project: all of it, and once.
@EndToEnd
final class RealContextTest {
  private static final String CLAUDE = "marker-of-claude";
  private static final String AGENTS = "marker-of-agents";
  private static final String SECRET = "marker-of-a-secret";

  /// The files of projects, each with a marker for every file.
  private static final Map<String, Map<String, String>> PROJECTS = new LinkedHashMap<>();

  static {
    PROJECTS.put("claude", Map.of("CLAUDE.md", CLAUDE));
    PROJECTS.put("agents", Map.of("AGENTS.md", AGENTS));
    PROJECTS.put("both", Map.of("CLAUDE.md", CLAUDE, "AGENTS.md", AGENTS));
    PROJECTS.put("same", Map.of("CLAUDE.md", AGENTS, "AGENTS.md", AGENTS));
    PROJECTS.put("mention", Map.of("CLAUDE.md", CLAUDE + "\n@AGENTS.md\n", "AGENTS.md", AGENTS));
  }

  @TempDir private Path folder;
  private ScriptedLlm llm;
  private Path data;
  private Path projects;
  private Path home;

  // Opened by each test, as it wants it.
  @SuppressWarnings("NullAway.Init")
  private TestStaff staff;

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Npm.isInstalled(), "needs the real programs: ./verify installs them");
    folder = folder.toRealPath();
    llm = ScriptedLlm.start();
    data = folder.resolve("data");
    home = Files.createDirectories(folder.resolve("home"));
    projects = Files.createDirectories(home.resolve("projects"));
    // What its owner says to all of his agents is no text of a project.
    Files.createDirectories(home.resolve(".claude"));
    Files.writeString(home.resolve(".claude/CLAUDE.md"), "Be polite.");
  }

  private void open(boolean trusted) {
    var real = RealPrograms.in(home, llm.url());
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.of(List.of(projects), home));
    staff = TestStaff.in(data, new TestClock(), rules);
    staff.hire(agent("claude"), agent("codex"));
    staff.begin(
        runtime(new Claude(), real.environment(), trusted),
        runtime(new Codex(), real.environment(), trusted));
  }

  private CliRuntime runtime(Profile profile, Map<String, String> environment, boolean trusted) {
    var supervisor = new Supervisor(data, System.getenv());
    var policy =
        new Confines.Policy(null, List.of(), List.of(), trusted ? List.of(projects) : List.of());
    var premises =
        new Premises(
            new Confines(new Sandbox(supervisor, System.getenv()), policy),
            new Clones(data.resolve("clones"), new Git(System.getenv(), data.resolve("git"))));
    return new CliRuntime(
        profile,
        new Programs(environment),
        supervisor,
        data.resolve("run"),
        InstantSource.system(),
        new CliRuntime.House(Permissions.NONE, new Doorway(), premises));
  }

  private static Agent agent(String program) {
    return new Agent(
        program,
        "does what its script says",
        new Agent.Means(program, null),
        "",
        List.of("Read"),
        Agent.Limits.NONE);
  }

  @AfterEach
  void end() {
    if (staff != null) {
      staff.close();
      new LeftoverProcesses(data).reap(List.of());
    }
    llm.close();
  }

  private Path project(String name, Map<String, String> files) throws IOException {
    var project = Files.createDirectories(projects.resolve(name));
    for (var file : files.entrySet()) {
      Files.writeString(project.resolve(file.getKey()), file.getValue());
    }
    git(project, "init", "-q", "-b", "main");
    git(project, "add", "-A");
    git(project, "-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "first");
    return project;
  }

  private void git(Path project, String... words) {
    var command = new ArrayList<Object>(List.of("git"));
    command.addAll(List.of(words));
    var ended = Program.of(command.toArray()).in(project).with("HOME", home.toString()).run();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private Prefaces prefaces() {
    return new Prefaces(staff.staff().crew()::runtime, OwnContext.NONE);
  }

  /// How often the model heard each marker.
  private Map<String, Integer> heard(String program, Path project, Isolation isolation) {
    var agent = staff.staff().roster().require(program);
    var preface = prefaces().of(TestStaff.OWNER, agent, project, ContextLevel.FULL, isolation);
    var words = "Look at %s of %s, %s.".formatted(project.getFileName(), program, isolation);
    var manner = new Manner(RunId.Prefix.SPAWN, null, Map.of(), null, preface);
    var terms = Terms.NONE.in(project.toString()).with(new Arrangement(isolation, null, 0));
    var prompt = words + "\n" + ScriptedLlm.script(Turn.text("done"));
    var id = staff.start(new StartRequest(program, prompt, manner, terms, null));
    assertThat(staff.awaitEnd(id).state()).isInstanceOf(State.Completed.class);
    var body = llm.exchanges(words).getFirst().body().toString();
    return Map.of(
        CLAUDE, count(body, CLAUDE), AGENTS, count(body, AGENTS), SECRET, count(body, SECRET));
  }

  private static int count(String text, String marker) {
    return text.split(marker, -1).length - 1;
  }

  @ParameterizedTest
  @CsvSource({"claude, true", "claude, false", "codex, true", "codex, false"})
  void whatever_it_reads_itself_a_model_hears_the_project_once(String program, boolean trusted)
      throws IOException {
    open(trusted);
    for (var each : PROJECTS.entrySet()) {
      var project = project(each.getKey(), each.getValue());
      var texts = String.join("\n", each.getValue().values());
      assertThat(heard(program, project, Isolation.NONE))
          .as(each.getKey())
          .containsEntry(CLAUDE, texts.contains(CLAUDE) ? 1 : 0)
          .containsEntry(AGENTS, texts.contains(AGENTS) ? 1 : 0);
    }
    // What stands above a repository is not told by us, and changes what a program reads in it.
    Files.createDirectories(projects.resolve("above"));
    Files.writeString(projects.resolve("above/CLAUDE.md"), "Be quick.");
    var below = project("above/below", Map.of("AGENTS.md", AGENTS));
    assertThat(heard(program, below, Isolation.NONE)).as("below").containsEntry(AGENTS, 1);
    // A clone is never trusted, wherever it comes from.
    assertThat(heard(program, projects.resolve("both"), Isolation.CLONE))
        .containsEntry(CLAUDE, 1)
        .containsEntry(AGENTS, 1);
  }

  @ParameterizedTest
  @CsvSource({"claude", "codex"})
  void a_project_cannot_have_a_file_read_by_mentioning_it(String program) throws IOException {
    open(false);
    var secret = Files.writeString(folder.resolve("secret.md"), SECRET);
    var text = "%s\n\n@%s\n@\"%s\"\n".formatted(CLAUDE, secret, secret);
    var project = project("hostile", Map.of("CLAUDE.md", text));
    assertThat(heard(program, project, Isolation.NONE))
        .containsEntry(CLAUDE, 1)
        .containsEntry(SECRET, 0);
  }

  @Test
  void a_pipe_is_not_waited_for() throws IOException {
    open(true);
    var project = project("pipes", Map.of("AGENTS.md", AGENTS));
    Program.of("mkfifo", project.resolve("CLAUDE.md"), project.resolve("PRD.md")).run();
    assertThat(project.resolve("CLAUDE.md")).exists();
    for (var agent : staff.staff().roster().all()) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> prefaces().of(TestStaff.OWNER, agent, project, ContextLevel.FULL));
    }
  }
}
