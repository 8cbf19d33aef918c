package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.Configuration;
import dev.retinue.core.Caller;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.FakeAgentApi;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.staff.StaffScene;
import dev.retinue.runtime.scripted.DemoStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Agents of the fleet as members of the staff, over MCP.
final class FleetMembersTest {
  @TempDir private Path folder;

  private ServedHousehold house(FleetScene scene, Caller caller) {
    var clock = InstantSource.system();
    return ServedHousehold.of(
        Household.open(
            Household.Settings.in(folder, () -> {}),
            FleetStaff.over(new DemoStaff(), Set.of("test")),
            List.of(StaffScene.runtime(scene, Duration.ofMinutes(1), clock)),
            _ -> {}),
        caller);
  }

  private static FakeAgentApi amy(FleetScene scene) {
    var setup = scene.coder.project("Setup", "coder");
    return scene.coder.workspace("amy", setup, Stage.IDLE).agentApi();
  }

  private static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    return ServedHousehold.structured(client.callTool(tool, arguments));
  }

  @Test
  void the_owner_starts_any_agent_of_the_fleet_and_answers_it() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene, Caller.owner());
        var client = house.client("/mcp")) {
      var amy = amy(scene);
      var order = Json.object().put("agent", "fleet.amy").put("contract", "Fix the build.");
      var id = call(client, "agent_start", order).path("agent_id").asString();
      var run = house.nextStarted();
      assertThat(run.text()).isEqualTo(id);
      house.await(run, it -> "0".equals(it.facts().get("coder_spoken")));
      scene.coder.workspace("amy").report("failure", "Which branch?");
      amy.reports(false).finish("I do not know.");
      house.await(run, it -> it.state() instanceof State.Waiting);

      assertThat(call(client, "list_pending", Json.object()).toString()).contains("Which branch?");
      call(client, "answer", Json.object().put("agent_id", id).put("answer", "main"));
      house.await(run, it -> "1".equals(it.facts().get("coder_spoken")));
      amy.finish("It is fixed on main.");

      house.await(run, it -> it.ended() && !it.ending());
      var ids = Json.object();
      ids.putArray("agent_ids").add(id);
      assertThat(call(client, "agent_status", ids).toString())
          .contains("completed", "It is fixed on main.");
    }
  }

  @Test
  void a_session_goes_on_in_the_same_workspace() {
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene, Caller.owner());
        var client = house.client("/mcp")) {
      var amy = amy(scene);
      scene.coder.stepsOfWork(2);
      var session =
          call(client, "create_session", Json.object().put("agent", "fleet.amy"))
              .path("session_id")
              .asString();

      for (var message : List.of("Fix the build.", "And the tests.")) {
        var order = Json.object().put("session_id", session).put("message", message);
        assertThat(call(client, "send_message", order).toString()).contains("I have done it.");
      }

      assertThat(
              amy.messages().stream()
                  .filter(it -> it.role().equals("user"))
                  .map(FakeAgentApi.Message::content))
          .containsExactly("Fix the build.", "And the tests.");
    }
  }

  @Test
  void a_spawn_waits_for_the_answer() {
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene, Caller.owner());
        var client = house.client("/mcp")) {
      amy(scene);
      scene.coder.stepsOfWork(2);

      var order = Json.object().put("agent", "fleet.amy").put("prompt", "Fix the build.");
      assertThat(call(client, "spawn_agent", order).toString()).contains("I have done it.");
      assertThat(house.runs().getFirst().commission().agent().runtime()).isEqualTo("coder");
    }
  }

  @Test
  void nobody_else_starts_an_agent_of_the_owner() {
    var anna = new Caller("anna", "anna", Caller.Scope.RUN, null);
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene, anna);
        var client = house.client("/mcp")) {
      amy(scene);

      for (var tool : List.of("agent_start", "spawn_agent", "create_session")) {
        var order = Json.object().put("agent", "fleet.amy");
        if (tool.equals("agent_start")) {
          order.put("contract", "Fix it.");
        } else if (tool.equals("spawn_agent")) {
          order.put("prompt", "Fix it.");
        }
        assertThat(client.callTool(tool, order).toString()).contains("There is no agent");
      }
      assertThat(scene.coder.requests()).isEmpty();
    }
  }

  @Test
  void a_daemon_with_a_deployment_has_its_agents_on_the_staff() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene);
      scene.coder.stepsOfWork(1);
      var environment =
          Map.of("CODER_URL", scene.coder.url(), "CODER_SESSION_TOKEN", scene.coder.token());
      var wing =
          FleetWing.of(
              Configuration.read(null, Map.of("HOME", folder.toString()), Set.of()).settings(),
              folder,
              environment);
      try (var house =
          ServedHousehold.of(
              Household.open(
                  Household.Settings.in(folder, () -> {}),
                  wing.staff(new DemoStaff()),
                  List.of(wing.runtime()),
                  wing.runtime()::reap))) {
        var run =
            house.staff().start(Caller.owner(), StartRequest.of("fleet-coder.amy", "Fix it."));

        var ended = house.await(run.id(), it -> it.ended() && !it.ending());

        assertThat(ended.state()).isInstanceOf(State.Completed.class);
        assertThat(ended.facts()).containsEntry("coder_deployment", "coder");
      }
    }
  }
}
