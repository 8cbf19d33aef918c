package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.toolset.fleet.Fleets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Two deployments by name over MCP, and what the tools can do beyond giving a task.
final class FleetDeploymentsTest {
  @TempDir private Path folder;

  private final FleetScene home = new FleetScene(Mode.CURRENT);
  private final FleetScene lab = new FleetScene(Mode.V2_28);
  private ServedHousehold house;
  private McpClient client;

  @BeforeEach
  void serve() {
    var fleets = new Fleets(Map.of("home", home.fleet, "lab", lab.fleet), "home");
    house = ServedHousehold.of(ServedHousehold.open(folder).with(fleets), Caller.owner());
    client = house.client("/mcp/fleet", InputHandler.NOBODY);
  }

  @AfterEach
  void close() {
    try (home;
        lab;
        var _ = house;
        var _ = client) {
      // All of them.
    }
  }

  private JsonNode call(String tool, ObjectNode arguments) {
    return ServedHousehold.structured(client.callTool(tool, arguments));
  }

  private JsonNode refusal(String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(tool).isTrue();
    return Objects.requireNonNull(result.structuredContent()).path("error");
  }

  private static ObjectNode amy() {
    return Json.object().put("agent_name", "amy");
  }

  private static ObjectNode task() {
    return amy().put("task_description", "It.");
  }

  private static void stage(FakeCoder coder, Stage stage) {
    coder.workspace("amy", coder.project("Setup", "coder"), stage);
  }

  @Test
  void every_tool_takes_the_name_of_a_deployment_and_reaches_no_other() {
    lab.coder.project("Setup", "coder");
    lab.coder.stepsOfWork(2);
    var order =
        Json.object()
            .put("name", "amy")
            .put("project", "Setup")
            .put("task", "Do it.")
            .put("wait_seconds", 20)
            .put("deployment", "lab");
    var made = call("create_agent", order);
    assertThat(made.path("answer").asString()).isEqualTo("I have done it.");
    assertThat(made.at("/agent/status").asString()).isEqualTo("idle");

    for (var tool :
        List.of("show_agent", "show_agent_log", "show_agent_task_history", "restart_agent")) {
      call(tool, amy().put("deployment", "lab"));
      assertThat(refusal(tool, amy()).path("code").asString()).isEqualTo("NOT_FOUND");
    }
    var told = task().put("deployment", "lab").put("queue", true).put("wait_seconds", 20);
    assertThat(call("start_agent_task", told).path("status").asString()).isEqualTo("idle");
    assertThat(refusal("start_agent_task", task()).path("code").asString()).isEqualTo("NOT_FOUND");
    assertThat(refusal("cancel_agent_task", amy().put("deployment", "lab")).path("code").asString())
        .isEqualTo("INVALID_INPUT");
    assertThat(
            call("list_agents", Json.object().put("deployment", "lab")).path("total_count").asInt())
        .isEqualTo(1);
    assertThat(call("list_agents", Json.object()).path("total_count").asInt()).isZero();
    assertThat(
            call("list_agent_roles", Json.object().put("project", "Setup").put("deployment", "lab"))
                .path("total_count")
                .asInt())
        .isEqualTo(1);
    assertThat(
            call("list_agent_projects", Json.object().put("deployment", "home"))
                .path("total_count")
                .asInt())
        .isZero();
    call("delete_agent", amy().put("deployment", "lab"));
    assertThat(home.coder.requests("POST", "*")).isEmpty();

    var unknown = refusal("list_agents", Json.object().put("deployment", "moon"));
    assertThat(unknown.path("code").asString()).isEqualTo("NOT_FOUND");
    assertThat(unknown.path("message").asString()).contains("home").contains("lab");
  }

  @Test
  void who_waits_hears_how_far_it_is_and_gets_the_answer() {
    stage(home.coder, Stage.STOPPED);
    home.coder.stepsOfWork(3);
    var heard = new ArrayList<String>();

    var result =
        client.callTool(
            "start_agent_task",
            task().put("start_if_stopped", true).put("wait_seconds", 20),
            it -> heard.add(String.valueOf(it.message())));
    var told = ServedHousehold.structured(result);
    assertThat(told.path("message").asString())
        .isEqualTo("Task assigned to agent 'amy'; it is idle again");
    assertThat(told.path("answer").asString()).isEqualTo("I have done it.");
    assertThat(heard).contains("Agent 'amy' is starting");
  }

  @Test
  void who_does_not_wait_long_enough_is_told_how_it_is() {
    stage(home.coder, Stage.IDLE);

    var told = call("start_agent_task", task().put("wait_seconds", 0));
    assertThat(told.path("status").asString()).isEqualTo("busy");
    assertThat(told.has("answer")).isFalse();
    assertThat(told.path("message").asString()).contains("show_agent says when it is idle");
  }

  @Test
  void what_waits_is_shown_and_can_be_dropped() {
    home.coder.pace(Pace.BY_HAND);
    stage(home.coder, Stage.BUSY);
    assertThat(refusal("start_agent_task", task()).path("message").asString()).contains("'queue'");

    var queued = call("start_agent_task", task().put("queue", true));
    assertThat(queued.path("message").asString()).isEqualTo("Task queued for agent 'amy'");
    assertThat(queued.path("ahead").asInt(-1)).isZero();
    assertThat(call("show_agent", amy()).at("/agent/queued").asInt()).isEqualTo(1);
    assertThat(call("list_agents", Json.object()).at("/agents/0/queued").asInt()).isEqualTo(1);
    var shown = call("show_agent_task_history", amy()).at("/tasks/0");
    assertThat(shown.path("kind").asString()).isEqualTo("queued");
    assertThat(shown.path("message").asString()).isEqualTo("It.");
    assertThat(shown.has("state")).isFalse();

    var dropped = call("cancel_agent_task", amy().put("drop_queued", true));
    assertThat(dropped.path("interrupt_sent").asBoolean()).isTrue();
    assertThat(dropped.path("dropped").asInt()).isEqualTo(1);
    assertThat(call("show_agent", amy()).at("/agent").has("queued")).isFalse();
  }
}
