package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.toolset.fleet.Fleets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools of the fleet over MCP, before every Coder.
final class FleetEndpointsTest {
  @TempDir private Path folder;

  private ServedHousehold house(FleetScene scene, Caller caller) {
    var fleets = new Fleets(Map.of("test", scene.fleet), "test");
    return ServedHousehold.of(ServedHousehold.open(folder).with(fleets), caller);
  }

  private static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    return ServedHousehold.structured(client.callTool(tool, arguments));
  }

  private static JsonNode refusal(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(tool).isTrue();
    return Objects.requireNonNull(result.structuredContent()).path("error");
  }

  private static ObjectNode amy() {
    return Json.object().put("agent_name", "amy");
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void the_whole_life_of_an_agent(Mode mode) {
    try (var scene = new FleetScene(mode);
        var house = house(scene, Caller.owner());
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      var coder = scene.coder;
      coder.project("Setup", "Coder", "operator");

      assertThat(client.listTools().stream().map(ToolInfo::name))
          .containsExactlyInAnyOrder(
              "cancel_agent_task",
              "create_agent",
              "delete_agent",
              "list_agent_projects",
              "list_agent_roles",
              "list_agents",
              "restart_agent",
              "retinue_status",
              "show_agent",
              "show_agent_log",
              "show_agent_task_history",
              "start_agent_task");
      assertThat(
              call(client, "list_agent_projects", Json.object()).at("/projects/0/name").asString())
          .isEqualTo("Setup");
      var roles = call(client, "list_agent_roles", Json.object().put("project", "setup"));
      assertThat(roles.path("total_count").asInt()).isEqualTo(2);
      assertThat(roles.at("/roles/0/project_id"))
          .isEqualTo(call(client, "list_agent_projects", Json.object()).at("/projects/0/id"));

      var order = Json.object().put("name", "amy").put("project", "Setup").put("task", "Do it.");
      var made = call(client, "create_agent", order);
      assertThat(made.path("message").asString()).isEqualTo("Agent 'amy' created successfully");
      assertThat(made.at("/agent/status").asString()).isEqualTo("starting");
      assertThat(made.at("/agent/role").asString()).isEqualTo("Coder");
      assertThat(made.at("/agent/metadata").isObject()).isTrue();
      assertThat(refusal(client, "create_agent", order).path("code").asString())
          .isEqualTo("CONFLICT");
      coder.settle();
      coder.workspace("amy").agentApi().finish("Done.");

      var all = call(client, "list_agents", Json.object().put("status_filter", "idle"));
      assertThat(all.path("total_count").asInt()).isEqualTo(1);
      assertThat(all.at("/agents/0").propertyNames())
          .contains(
              "name",
              "workspace_id",
              "status",
              "role",
              "project",
              "last_task",
              "created_at",
              "updated_at");
      assertThat(
              refusal(client, "list_agents", Json.object().put("status_filter", "sleepy"))
                  .path("code")
                  .asString())
          .isEqualTo("INVALID_INPUT");
      assertThat(call(client, "show_agent", amy()).at("/agent/metadata/ai_prompt").asString())
          .isEqualTo("Do it.");

      var told = call(client, "start_agent_task", amy().put("task_description", "Another."));
      assertThat(told.at("/task/message").asString()).isEqualTo("Another.");
      assertThat(
              refusal(client, "start_agent_task", amy().put("task_description", "More."))
                  .path("code")
                  .asString())
          .isEqualTo("CONFLICT");
      assertThat(
              refusal(client, "start_agent_task", amy().put("task_description", " "))
                  .path("code")
                  .asString())
          .isEqualTo("INVALID_INPUT");
      assertThat(call(client, "cancel_agent_task", amy()).path("interrupt_sent").asBoolean())
          .isTrue();

      var history = call(client, "show_agent_task_history", amy().put("page_size", 1));
      assertThat(history.path("tasks").size()).isEqualTo(1);
      assertThat(history.path("has_next_page").asBoolean()).isTrue();
      assertThat(
              call(client, "show_agent_task_history", amy().put("page", 99))
                  .path("tasks")
                  .isEmpty())
          .isTrue();
      var log = call(client, "show_agent_log", amy());
      assertThat(log.path("page_size").asInt()).isEqualTo(1);
      assertThat(log.at("/logs/0/level").asString()).isEqualTo("INFO");

      assertThat(call(client, "restart_agent", amy()).path("status").asString())
          .isEqualTo("starting");
      coder.settle();
      assertThat(call(client, "delete_agent", amy()).path("message").asString())
          .isEqualTo("Agent 'amy' deleted successfully");
      var gone = refusal(client, "show_agent", amy());
      assertThat(gone.path("code").asString()).isEqualTo("NOT_FOUND");
      assertThat(gone.path("message").asString()).contains("amy");
    }
  }

  @Test
  void one_list_has_those_of_files_and_those_of_the_fleet() {
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene, Caller.owner());
        var client = house.client("/mcp", InputHandler.NOBODY)) {
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);

      var all = call(client, "list_agents", Json.object());
      assertThat(all.path("agents").findValuesAsString("kind"))
          .containsExactly("definition", "definition", "fleet");
      assertThat(all.path("total_count").asInt()).isEqualTo(3);
      assertThat(
              call(client, "list_agents", Json.object().put("kind", "fleet"))
                  .path("total_count")
                  .asInt())
          .isEqualTo(1);
      assertThat(
              call(client, "list_agents", Json.object().put("directory", "/usr"))
                  .path("total_count")
                  .asInt())
          .isZero();
      assertThat(
              call(client, "list_agents", Json.object().put("status_filter", "busy"))
                  .path("total_count")
                  .asInt())
          .isZero();
      assertThat(
              refusal(
                      client,
                      "list_agents",
                      Json.object().put("status_filter", "busy").put("directory", "/usr"))
                  .path("code")
                  .asString())
          .isEqualTo("INVALID_INPUT");

      scene.coder.fault("GET", "/api/v2/workspaces", Fault.status(503).always());
      var rest = call(client, "list_agents", Json.object());
      assertThat(rest.path("total_count").asInt()).isEqualTo(2);
      assertThat(rest.path("reason").asString()).startsWith("The fleet is not in this list: ");
    }
  }

  @Test
  void nobody_else_uses_the_workspaces_of_the_owner() {
    var anna = new Caller("anna", "anna", Caller.Scope.RUN, null);
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene, anna);
        var client = house.client("/mcp", InputHandler.NOBODY)) {
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);

      assertThat(refusal(client, "delete_agent", amy()).path("code").asString())
          .isEqualTo("FORBIDDEN");
      assertThat(call(client, "list_agents", Json.object()).toString()).doesNotContain("amy");
      assertThat(scene.coder.requests()).isEmpty();
    }
  }

  @Test
  void without_a_deployment_there_is_no_fleet() {
    try (var house = ServedHousehold.in(folder);
        var client = house.client("/mcp", InputHandler.NOBODY)) {
      assertThat(client.listTools().stream().map(ToolInfo::name)).doesNotContain("show_agent");
    }
  }
}
