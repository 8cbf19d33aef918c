package dev.retinue.runtime.llm.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.llm.Prices;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.llm.wire.Wire;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.process.git.Git;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.llm.kit.web.Gate;
import dev.retinue.runtime.llm.server.Grounds;
import dev.retinue.runtime.llm.server.McpServers;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a model noted to do outlives the process in which it thinks.
final class TodoListTest {
  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  @Test
  void a_list_of_things_to_do_is_there_after_a_restart() {
    try (var llm = ScriptedLlm.start();
        var wire = new Wire(InstantSource.system())) {
      var first = new House(llm, wire);
      var run =
          first.staff.start(
              "planner",
              "Plan. "
                  + ScriptedLlm.script(
                      Turn.tool("create_todos", Map.of("descriptions", List.of("one", "two"))),
                      Turn.tool(
                          "update_todos",
                          Map.of(
                              "updates", List.of(Map.of("id", "todo_1", "status", "completed")))),
                      Turn.tool("user_prompt", Map.of("message", "Shall I?")),
                      Turn.tool("list_todos", Map.of()),
                      Turn.tool("agent_complete", Map.of("summary", "done"))));
      first.staff.awaitEvent(run, RunEvent.Asked.class::isInstance);
      first.close();
      var second = new House(llm, wire);
      second.staff.await(run, it -> it.state() instanceof State.Waiting);
      second.staff.staff().answer(TestStaff.OWNER, run, need(second.staff, run), "yes");
      second.staff.awaitEnd(run);
      assertThat(lastList(second.staff, run))
          .contains("{\"id\":\"todo_1\",\"description\":\"one\",\"status\":\"completed\"}")
          .contains("{\"id\":\"todo_2\",\"description\":\"two\",\"status\":\"pending\"}");
      second.close();
    }
  }

  private static String need(TestStaff staff, RunId run) {
    return staff.events(run).stream()
        .filter(RunEvent.Asked.class::isInstance)
        .map(it -> ((RunEvent.Asked) it).need().id())
        .findFirst()
        .orElseThrow();
  }

  private static String lastList(TestStaff staff, RunId run) {
    return staff.events(run).stream()
        .filter(RunEvent.ToolAnswered.class::isInstance)
        .map(it -> ((RunEvent.ToolAnswered) it).output())
        .filter(it -> it.contains("todos"))
        .toList()
        .getLast();
  }

  /// One process with a staff of one.
  private final class House {
    private final TestData data = new TestData(folder.resolve("data"), clock);
    private final McpServers servers;
    private final TestStaff staff;

    House(ScriptedLlm llm, Wire wire) {
      var environment = Map.of("ANTHROPIC_BASE_URL", llm.url(), "ANTHROPIC_API_KEY", "sk-none");
      var grounds =
          new Grounds(
              new Supervisor(folder, environment),
              folder.resolve("run"),
              environment,
              (_, _, _) -> Enclosure.LIMITS);
      servers = new McpServers(List.of(), grounds, Permissions.NONE, (InstantSource) clock);
      var house =
          new Kits.House(
              grounds,
              new Clones(folder.resolve("clones"), new Git(System.getenv(), folder.resolve("git"))),
              Permissions.NONE,
              Gate.World.PUBLIC,
              data::memories,
              Duration.ofMinutes(1),
              clock);
      var runtime =
          new LlmRuntime(
              new Providers(wire),
              new LlmRuntime.House(
                  environment,
                  new Prices(LocalDate.EPOCH, Map.of()),
                  new Kits(house, servers),
                  Duration.ofMinutes(1)),
              clock);
      staff = TestStaff.on(data.runs(), data.blobs(), clock).hire(planner()).begin(runtime);
    }

    private static Agent planner() {
      var craft =
          new Craft(
              new Craft.Origin("planner.yaml", true),
              "",
              List.of(new Kit(Kit.Kind.TODO), new Kit(Kit.Kind.USER_PROMPT)),
              Team.NONE,
              Craft.Background.NONE,
              Thought.USUAL,
              Map.of(),
              List.of(),
              null);
      return new Agent(
          "planner",
          "plans",
          new Agent.Means(LlmRuntime.NAME, "anthropic/planner-1"),
          "",
          List.of("none"),
          Agent.Limits.NONE,
          Conduct.USUAL,
          craft);
    }

    void close() {
      staff.close();
      servers.close();
      data.close();
    }
  }
}
