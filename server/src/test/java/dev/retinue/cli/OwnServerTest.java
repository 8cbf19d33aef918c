package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.web.BearerGate;
import dev.retinue.web.WebServer;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The real programs with Retinue as their own MCP server: what they start is below them.
@EndToEnd
final class OwnServerTest {
  private static final Caller OWNER = Caller.owner();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private ScriptedLlm llm;
  private Household household;
  private WebServer web;

  @BeforeEach
  void open() throws IOException {
    assumeTrue(Npm.isInstalled(), "the programs are not installed below .cache");
    folder = folder.toRealPath();
    llm = ScriptedLlm.start();
    var data = folder.resolve("data");
    var house = new CliRuntime.House(Permissions.NONE, new Doorway());
    household =
        Household.open(
            Household.Settings.in(data, () -> {}),
            () ->
                List.of(
                    agent("claude-boss", "claude", true),
                    agent("claude-loner", "claude", false),
                    agent("codex-boss", "codex", true),
                    agent("codex-loner", "codex", false),
                    agent("player", ScriptedRuntime.NAME, false)),
            List.of(
                new ScriptedRuntime(InstantSource.system()),
                runtime(new Claude(), data, house),
                runtime(new Codex(), data, house)),
            new LeftoverProcesses(data));
    var endpoints = Assembly.served(household, Assembly.Serving.usual(_ -> "")).endpoints();
    web = WebServer.start("127.0.0.1", 0, endpoints, new BearerGate(household.callers()), null);
    household.reachableAt("http://127.0.0.1:%d/mcp".formatted(web.port()));
  }

  @AfterEach
  void close() {
    if (web != null) {
      web.close();
      household.close();
      llm.close();
    }
  }

  private static Agent agent(String name, String runtime, boolean retinue) {
    return new Agent(
        name,
        "works",
        new Agent.Means(runtime, null),
        "",
        List.of(),
        new Agent.Limits(Budget.UNLIMITED, true),
        new Conduct(Permissions.NONE.reaching(retinue), Confinement.USUAL, Vigilance.USUAL, null));
  }

  private AgentRuntime runtime(Profile profile, Path data, CliRuntime.House house)
      throws IOException {
    var environment = RealPrograms.in(folder.resolve("home"), llm.url()).environment();
    return new CliRuntime(
        profile,
        new Programs(environment),
        new Supervisor(data, System.getenv()),
        data.resolve("run"),
        InstantSource.system(),
        house);
  }

  private Run carryOut(String agent, Budget budget, Turn... turns) throws InterruptedException {
    var prompt = "Do it. " + ScriptedLlm.script(turns);
    var run =
        household
            .staff()
            .start(OWNER, StartRequest.of(agent, prompt).under(Terms.NONE.with(budget)));
    return await(run.id());
  }

  private Run await(RunId id) throws InterruptedException {
    return household.staff().await(OWNER, id, it -> it.ended() && !it.ending(), PATIENCE);
  }

  private List<Run> others(Run run) {
    return household.register().list(OWNER, List.of(), null, 100).runs().stream()
        .filter(it -> !it.id().equals(run.id()))
        .toList();
  }

  private static Turn startsAPlayer() {
    return Turn.tool(
        "mcp__retinue__agent_start",
        Map.of("agent", "player", "contract", "say hello\ncomplete all is played"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-boss", "codex-boss"})
  void what_a_program_starts_is_below_it(String boss) throws Exception {
    var run = carryOut(boss, Budget.UNLIMITED, startsAPlayer(), Turn.text("got {{tool_result}}"));
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    var below = others(run);
    assertThat(below).hasSize(1);
    assertThat(below.getFirst().commission().lineage().above().getLast().run()).isEqualTo(run.id());
    assertThat(((State.Completed) run.state()).summary()).contains(below.getFirst().id().text());
    assertThat(await(below.getFirst().id()).ended()).isTrue();
    // With the run its token has ended.
    assertThat(household.callers().authenticate(household.callers().tokenOf(run))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-boss", "codex-boss"})
  void a_program_may_start_no_more_than_its_budget_lets_it(String boss) throws Exception {
    var run =
        carryOut(
            boss,
            new Budget(null, null, null, null, 0L),
            startsAPlayer(),
            Turn.text("got {{tool_result}}"));
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(((State.Completed) run.state()).summary()).contains("max_runs");
    assertThat(others(run)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-loner", "codex-loner"})
  void who_did_not_ask_for_it_has_no_such_server(String loner) throws Exception {
    var run = carryOut(loner, Budget.UNLIMITED, startsAPlayer(), Turn.text("done"));
    assertThat(run.ended()).isTrue();
    assertThat(others(run)).isEmpty();
    assertThat(llm.await("Do it.").conversation().toolNames())
        .noneMatch(it -> it.contains("retinue"));
  }

  @Test
  void no_token_is_in_the_arguments_of_a_program_and_its_file_is_private() throws Exception {
    var prompt = "Wait. " + ScriptedLlm.script(Turn.hang());
    var run = household.staff().start(OWNER, StartRequest.of("claude-boss", prompt));
    llm.await("Wait.");
    var token = household.callers().tokenOf(household.staff().require(OWNER, run.id()));
    var pid = household.staff().require(OWNER, run.id()).facts().get("pid");
    assertThat(Files.readString(Path.of("/proc/" + pid + "/cmdline")))
        .contains("mcp.json")
        .doesNotContain(token);
    try (var files = Files.walk(folder.resolve("data/run"))) {
      var file = files.filter(it -> it.endsWith("mcp.json")).findFirst().orElseThrow();
      assertThat(Files.readString(file)).contains(token);
      assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }
    household.staff().stop(OWNER, run.id(), "enough");
    await(run.id());
  }
}
