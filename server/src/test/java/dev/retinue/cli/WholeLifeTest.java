package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Caller;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.FakeWorkspace;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import dev.retinue.toolset.fleet.Fleets;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The whole life of an agent over MCP: the tools of the fleet, a Coder that pretends, and behind
/// its proxy the packaged `retinue agentapi` with the real claude.
@EndToEnd
final class WholeLifeTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;
  private FleetScene scene;
  private Program.@Nullable Running workspace;

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Npm.isInstalled(), "npm could not install the programs");
    Files.createDirectories(folder.resolve("project"));
    llm = ScriptedLlm.start();
    scene = new FleetScene(Mode.CURRENT);
    scene.coder.requestsPerMinute(1_000_000);
    scene.coder.project("Setup", "coder").servedBy(this::launch);
  }

  @AfterEach
  void end() {
    stop();
    scene.close();
    llm.close();
    assertThat(Traces.of(folder)).isEmpty();
  }

  /// As the startup script of a workspace does, which a stop has ended before.
  private URI launch(FakeWorkspace amy, String prompt) {
    stop();
    var program =
        Program.of(
                Repository.DISTRIBUTION.resolve("retinue"),
                "agentapi",
                "server",
                "--port",
                "0",
                "--data",
                folder.resolve("data"),
                "--app-slug",
                "ccw",
                "--initial-prompt",
                prompt,
                "--",
                "claude",
                "--dangerously-skip-permissions")
            .in(folder.resolve("project"))
            .within(Duration.ofMinutes(2))
            .with("JAVA_HOME", Repository.JDK)
            .with("AGENTAPI_ALLOWED_HOSTS", "*")
            .with("CODER_AGENT_URL", scene.coder.url())
            .with("CODER_AGENT_TOKEN", amy.agentToken());
    for (var variable :
        RealPrograms.in(folder.resolve("home"), llm.url()).environment().entrySet()) {
      program = program.with(variable.getKey(), variable.getValue());
    }
    var running = program.start();
    workspace = running;
    var line = running.awaitOutput(Pattern.compile("serves AgentAPI at (\\S+)"));
    return URI.create(line.group(1));
  }

  private void stop() {
    var running = workspace;
    if (running != null) {
      running.process().destroy();
      running.process().onExit().join();
      workspace = null;
    }
  }

  private static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    return ServedHousehold.structured(client.callTool(tool, arguments));
  }

  private static String refusal(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(tool).isTrue();
    return Objects.requireNonNull(result.structuredContent()).at("/error/code").asString();
  }

  private static JsonNode until(
      McpClient client, String tool, ObjectNode arguments, Predicate<JsonNode> wished) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      var now = call(client, tool, arguments);
      if (wished.test(now)) {
        return now;
      }
      assertThat(System.nanoTime()).as(now.toString()).isLessThan(end);
    }
  }

  private static JsonNode untilIs(McpClient client, String status) {
    return until(
        client, "show_agent", amy(), it -> it.at("/agent/status").asString().equals(status));
  }

  private static JsonNode untilTold(McpClient client, String state, String words) {
    return until(
        client,
        "show_agent_task_history",
        amy().put("page_size", 50),
        history ->
            history
                .path("tasks")
                .valueStream()
                .anyMatch(
                    it ->
                        it.path("state").asString("").equals(state)
                            && it.path("message").asString("").contains(words)));
  }

  private static ObjectNode amy() {
    return Json.object().put("agent_name", "amy");
  }

  private static String task(String words, Turn... turns) {
    return words + "\n" + ScriptedLlm.script(turns);
  }

  @Test
  void create_wait_task_busy_cancel_history_log_restart_delete() throws InterruptedException {
    var fleets = new Fleets(Map.of("test", scene.fleet), "test");
    var home = ServedHousehold.open(folder.resolve("house")).with(fleets);
    try (var house = ServedHousehold.of(home, Caller.owner());
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      var first = task("My cup is red.", Turn.shell("env"), Turn.text("Red, I see."));
      call(
          client,
          "create_agent",
          Json.object().put("name", "amy").put("project", "Setup").put("task", first));
      untilTold(client, "complete", "Red, I see.");
      untilIs(client, "idle");
      var heard = llm.await("My cup is red.");
      assertThat(heard.heard("agent-")).as("a token of Coder").isFalse();

      var paint = amy().put("task_description", task("Paint it.", Turn.hang()));
      call(client, "start_agent_task", paint);
      llm.await("Paint it.");
      untilIs(client, "busy");
      assertThat(refusal(client, "start_agent_task", amy().put("task_description", "Hurry.")))
          .isEqualTo("CONFLICT");
      var cancelled = call(client, "cancel_agent_task", amy());
      assertThat(cancelled.path("interrupt_sent").asBoolean()).isTrue();
      llm.awaitHangUp("Paint it.");
      untilIs(client, "idle");
      var raw =
          scene.coder.workspace("amy").received().stream()
              .filter(it -> it.body().contains("\"raw\""))
              .toList();
      assertThat(raw).as("interrupts").hasSize(1);

      var history = untilTold(client, "idle", "it was interrupted");
      assertThat(history.path("tasks").findValuesAsString("state"))
          .contains("working", "complete", "idle");
      assertThat(history.path("tasks").findValuesAsString("message"))
          .as("what it was told by us")
          .anyMatch(it -> it.contains("Paint it.") && it.contains("llm-script"));
      assertThat(call(client, "show_agent", amy()).at("/agent/last_task").asString())
          .contains("it was interrupted");
      var log = call(client, "show_agent_log", amy().put("page_size", 10));
      assertThat(log.path("source").asString()).isEqualTo("conversation");
      assertThat(log.path("logs").toString()).contains("My cup is red.", "Red, I see.", "→ Bash");

      var before = Objects.requireNonNull(workspace).process().pid();
      call(client, "restart_agent", amy());
      until(client, "show_agent", amy(), _ -> workspace != null && isAnother(before));
      untilIs(client, "idle");
      assertThat(call(client, "show_agent_log", amy().put("page_size", 10)).path("logs").toString())
          .contains("My cup is red.", "Red, I see.");
      var last = amy().put("task_description", task("Which colour?", Turn.text("Red.")));
      call(client, "start_agent_task", last);
      untilTold(client, "complete", "Red.");
      assertThat(llm.await("Which colour?").heard("My cup is red.")).as("it remembers").isTrue();

      untilIs(client, "idle");
      call(client, "delete_agent", amy());
      assertThat(refusal(client, "show_agent", amy())).isEqualTo("NOT_FOUND");
    }
  }

  private boolean isAnother(long pid) {
    return Objects.requireNonNull(workspace).process().pid() != pid;
  }
}
