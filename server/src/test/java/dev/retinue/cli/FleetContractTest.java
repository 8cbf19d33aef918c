package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.toolset.fleet.Fleets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Each tool of the fleet over MCP, before every Coder: what its answers have, and how it refuses.
final class FleetContractTest {
  private static final List<String> AGENT =
      List.of(
          "name",
          "workspace_id",
          "status",
          "role",
          "project",
          "last_task",
          "created_at",
          "updated_at");
  private static final List<String> PAGE =
      List.of(
          "agent_name", "total_count", "page", "page_size", "has_next_page", "has_previous_page");

  @TempDir private Path folder;

  /// A call, and what comes back.
  private record Refused(String tool, ObjectNode arguments, String code) {}

  private ServedHousehold house(FleetScene scene) {
    var fleets = new Fleets(Map.of("test", scene.fleet), "test");
    return ServedHousehold.of(ServedHousehold.open(folder).with(fleets), Caller.owner());
  }

  private static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    return ServedHousehold.structured(client.callTool(tool, arguments));
  }

  private static ObjectNode of(String agent) {
    return Json.object().put("agent_name", agent);
  }

  private static ObjectNode task(String agent, String words) {
    return of(agent).put("task_description", words);
  }

  private static ObjectNode made(String name, String project, String words) {
    return Json.object().put("name", name).put("project", project).put("task", words);
  }

  private static void assertHas(JsonNode json, List<String> names) {
    assertThat(json.propertyNames()).containsAll(names);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void every_tool_answers_as_it_promises(Mode mode) {
    try (var scene = new FleetScene(mode);
        var house = house(scene);
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE).report("failure", "Help.", "https://x.org/1");

      var projects = call(client, "list_agent_projects", Json.object());
      assertHas(projects.at("/projects/0"), List.of("id", "name", "description"));
      assertThat(projects.path("total_count").asInt()).isEqualTo(1);
      var roles = call(client, "list_agent_roles", Json.object().put("project", "setup"));
      assertThat(roles.path("project").asString()).isEqualTo("Setup");
      assertHas(roles.at("/roles/0"), List.of("id", "name", "project_id"));
      var list = call(client, "list_agents", Json.object());
      assertHas(list.at("/agents/0"), AGENT);
      assertThat(list.at("/agents/0/status").asString()).isEqualTo("waiting");
      assertThat(list.at("/agents/0/last_task").asString()).isEqualTo("Help.");
      var agent = call(client, "show_agent", of("AMY")).path("agent");
      assertHas(agent, AGENT);
      assertThat(agent.path("name").asString()).isEqualTo("amy");
      assertThat(agent.path("metadata").isObject()).isTrue();
      assertThat(agent.path("template").asString()).isEqualTo("setup");
      assertThat(agent.path("owner").asString()).isEqualTo(scene.coder.owner());
      assertThat(agent.path("health").asString()).isEqualTo("healthy");
      assertThat(Instant.parse(agent.path("created_at").asString()))
          .isAfter(Instant.now().minusSeconds(600));

      var history = call(client, "show_agent_task_history", of("amy"));
      assertHas(history, PAGE);
      assertHas(
          history.at("/tasks/0"), List.of("message", "uri", "needs_user_attention", "created_at"));
      assertThat(history.at("/tasks/0/needs_user_attention").asBoolean()).isTrue();
      assertThat(history.path("page_size").asInt()).isEqualTo(20);
      var told = call(client, "start_agent_task", task("amy", "It."));
      assertThat(told.path("agent_name").asString()).isEqualTo("amy");
      assertHas(told.path("task"), List.of("message", "created_at"));
      assertThat(told.path("message").asString()).isEqualTo("Task assigned to agent 'amy'");
      var log = call(client, "show_agent_log", of("amy").put("page_size", 100));
      assertHas(log, PAGE);
      assertHas(log.at("/logs/0"), List.of("timestamp", "message", "level", "type"));
      assertThat(log.path("logs").findValuesAsString("type")).contains("input", "output");
      var cancelled = call(client, "cancel_agent_task", of("amy"));
      assertHas(cancelled, List.of("agent_name", "message", "interrupt_sent"));
      var restarted = call(client, "restart_agent", of("amy"));
      assertHas(restarted, List.of("agent_name", "workspace_id", "status", "message"));
      assertThat(restarted.path("workspace_id")).isEqualTo(agent.path("workspace_id"));
      var deleted = call(client, "delete_agent", of("amy"));
      assertHas(deleted, List.of("agent_name", "workspace_id", "message"));
      var created = call(client, "create_agent", made("bob", "Setup", "It."));
      assertHas(created.path("agent"), AGENT);
      assertThat(created.path("message").asString()).isEqualTo("Agent 'bob' created successfully");
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void every_tool_refuses_with_a_code_and_a_sentence(Mode mode) {
    try (var scene = new FleetScene(mode);
        var house = house(scene);
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      scene.coder.pace(Pace.BY_HAND);
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE);
      scene.coder.workspace("busy", setup, Stage.BUSY);
      scene.coder.workspace("acp", setup, Stage.BUSY).agentApi().transport("acp");
      scene.coder.workspace("off", setup, Stage.STOPPED);

      for (var it :
          List.of(
              new Refused("show_agent", of("nobody"), "NOT_FOUND"),
              new Refused("delete_agent", of("nobody"), "NOT_FOUND"),
              new Refused("restart_agent", of("nobody"), "NOT_FOUND"),
              new Refused("start_agent_task", task("nobody", "It."), "NOT_FOUND"),
              new Refused("cancel_agent_task", of("nobody"), "NOT_FOUND"),
              new Refused("show_agent_task_history", of("nobody"), "NOT_FOUND"),
              new Refused("show_agent_log", of("nobody"), "NOT_FOUND"),
              new Refused("show_agent", of("no/body"), "NOT_FOUND"),
              new Refused("list_agent_roles", Json.object().put("project", "No"), "NOT_FOUND"),
              new Refused(
                  "list_agents", Json.object().put("status_filter", "sleepy"), "INVALID_INPUT"),
              new Refused("create_agent", made("a b", "Setup", "It."), "INVALID_INPUT"),
              new Refused("create_agent", made("bob", "Setup", " "), "INVALID_INPUT"),
              new Refused("create_agent", made("bob", "No", "It."), "NOT_FOUND"),
              new Refused(
                  "create_agent", made("bob", "Setup", "It.").put("role", "no"), "NOT_FOUND"),
              new Refused("create_agent", made("AMY", "Setup", "It."), "CONFLICT"),
              new Refused("start_agent_task", task("amy", " "), "INVALID_INPUT"),
              new Refused("start_agent_task", task("off", "It."), "INVALID_INPUT"),
              new Refused("start_agent_task", task("busy", "It."), "CONFLICT"),
              new Refused("cancel_agent_task", of("amy"), "INVALID_INPUT"),
              new Refused("cancel_agent_task", of("off"), "INVALID_INPUT"),
              new Refused("cancel_agent_task", of("acp"), "SERVICE_UNAVAILABLE"))) {
        assertRefused(client, it);
      }
      assertThat(scene.coder.requests("POST", "*")).isEmpty();
    }
  }

  private static void assertRefused(McpClient client, Refused wanted) {
    var result = client.callTool(wanted.tool(), wanted.arguments());
    assertThat(result.isError()).as(wanted.toString()).isTrue();
    var error = Objects.requireNonNull(result.structuredContent()).path("error");
    assertThat(error.path("code").asString()).as(wanted.toString()).isEqualTo(wanted.code());
    assertThat(error.path("message").asString()).as(wanted.toString()).endsWith(".");
  }

  @Test
  void every_tool_says_what_is_wrong_with_coder() {
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene);
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      for (var it :
          Map.of("401", "UNAUTHORIZED", "403", "FORBIDDEN", "500", "INTERNAL_ERROR").entrySet()) {
        scene.coder.fault("*", "*", Fault.status(Integer.parseInt(it.getKey())).always());
        for (var refused :
            List.of(
                new Refused("list_agents", Json.object(), it.getValue()),
                new Refused("list_agent_projects", Json.object(), it.getValue()),
                new Refused(
                    "list_agent_roles", Json.object().put("project", "Setup"), it.getValue()),
                new Refused("create_agent", made("amy", "Setup", "It."), it.getValue()),
                new Refused("show_agent", of("amy"), it.getValue()),
                new Refused("delete_agent", of("amy"), it.getValue()),
                new Refused("restart_agent", of("amy"), it.getValue()),
                new Refused("start_agent_task", task("amy", "It."), it.getValue()),
                new Refused("cancel_agent_task", of("amy"), it.getValue()),
                new Refused("show_agent_task_history", of("amy"), it.getValue()),
                new Refused("show_agent_log", of("amy"), it.getValue()))) {
          assertRefused(client, refused);
        }
        scene.coder.heal();
      }
    }
  }

  @Test
  void what_was_done_is_told_although_it_could_not_be_waited_for() {
    try (var scene = new FleetScene(Mode.CURRENT);
        var house = house(scene);
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE);
      scene.coder.fault("GET", "/api/v2/workspaces/*", Fault.status(403).always());

      var given = call(client, "start_agent_task", task("amy", "It.").put("wait_seconds", 5));
      var made = call(client, "create_agent", made("bob", "Setup", "It.").put("wait_seconds", 5));

      assertThat(given.path("message").asString())
          .startsWith("Task assigned to agent 'amy'; it could not be waited for: ");
      assertThat(made.path("message").asString())
          .startsWith("Agent 'bob' created successfully; it could not be waited for: ");
      assertThat(scene.coder.requests("POST", "/api/v2/users/*/workspaces")).hasSize(1);
    }
  }
}
