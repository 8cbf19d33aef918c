package dev.retinue.cli;

import static dev.retinue.cli.ServedHousehold.accepted;
import static dev.retinue.cli.ServedHousehold.result;
import static dev.retinue.cli.ServedHousehold.untilAsked;
import static dev.retinue.cli.ServedHousehold.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One endpoint for everything, and one for each toolset.
final class EndpointsTest {
  @TempDir private Path folder;
  private ServedHousehold house;

  @BeforeEach
  void open() {
    house = ServedHousehold.in(folder);
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void each_has_its_tools_and_all_have_the_status() {
    assertThat(tools("/mcp"))
        .containsExactly(
            "agent_complete",
            "agent_start",
            "agent_status",
            "agent_stop",
            "analyze_code",
            "analyze_deps",
            "answer",
            "append_payload",
            "close_session",
            "create_session",
            "find_security_issues",
            "fix_failing_test",
            "followup",
            "fork_session",
            "get_result",
            "get_session_history",
            "get_session_info",
            "interrupt_session",
            "invoke_agent",
            "invoke_with_config",
            "list_agents",
            "list_pending",
            "list_running",
            "list_sessions",
            "retinue_status",
            "review_code",
            "run_tests",
            "send_message",
            "spawn_agent",
            "spawn_claude",
            "spawn_codex",
            "spawn_parallel",
            "steer",
            "stop_spawn",
            "summarize_changes",
            "transfer_session",
            "wait_for_agents",
            "write_tests");
    assertThat(tools("/mcp/")).isEqualTo(tools("/mcp"));
    assertThat(tools("/mcp/lifecycle")).contains("agent_start", "retinue_status");
    assertThat(tools("/mcp/lifecycle")).doesNotContain("answer");
    assertThat(tools("/mcp/relay")).containsExactly("answer", "list_pending", "retinue_status");
  }

  @Test
  void what_is_left_of_a_long_result_is_read_wherever_its_beginning_was() {
    var text = "x".repeat(60_000);
    var order =
        Json.object()
            .put("agent", "player")
            .put("prompt", "deliver %s\ncomplete ok".formatted(text));
    for (var path : List.of("/mcp", "/mcp/spawner")) {
      try (var client = house.client(path, InputHandler.NOBODY)) {
        var answer =
            Objects.requireNonNull(client.callTool("spawn_agent", order).structuredContent());
        var rest = answer.at("/rest/0/resource").asString();
        assertThat(client.readResource(rest).getFirst().text()).as(path).isEqualTo(text + "\n");
      }
    }
  }

  @Test
  void of_one_that_was_not_done_the_last_that_it_said_can_be_read() {
    var order = Json.object().put("agent", "player").put("prompt", "say half\nfail error It broke");
    try (var client = house.client("/mcp/spawner", InputHandler.NOBODY)) {
      var failed =
          Objects.requireNonNull(client.callTool("spawn_agent", order).structuredContent());
      var summary = "retinue://agents/%s/summary".formatted(failed.path("spawn_id").asString());
      assertThat(client.readResource(summary).getFirst().text()).isEqualTo("half");
    }
  }

  @Test
  void nobody_writes_the_plan_of_a_group_by_hand() {
    try (var client = house.client("/mcp/lifecycle", InputHandler.NOBODY)) {
      var order = Json.object().put("agent", "group").put("contract", "{}");
      var refused = client.callTool("agent_start", order);
      assertThat(refused.isError()).isTrue();
      assertThat(
              Objects.requireNonNull(refused.structuredContent()).at("/error/message").asString())
          .isEqualTo(
              "Agent 'group' only carries out what spawn_parallel plans; call spawn_parallel.");
    }
  }

  @Test
  void a_toolset_that_is_not_served_is_not_there() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      for (var path : List.of("/mcp/fleet", "/mcp/lifecycle/x", "/mcplifecycle")) {
        var request =
            HttpRequest.newBuilder(house.at(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.discarding());
        assertThat(answer.statusCode()).as(path).isEqualTo(404);
      }
    }
  }

  @Test
  void a_task_that_was_begun_at_one_goes_on_at_another() {
    try (var lifecycle = house.client("/mcp/lifecycle");
        var all = house.client("/mcp");
        var relay = house.client("/mcp/relay")) {
      var task = begin(lifecycle, "ask One?\nask Two?\ncomplete {answer}");
      untilAsked(all, task, "step-1");
      update(relay, task, "step-1", accepted("1"));
      untilAsked(lifecycle, task, "step-2");
      update(all, task, "step-2", accepted("2"));
      assertThat(result(relay, task).at("/structuredContent/summary").asString()).isEqualTo("2");
      assertThat(house.runs()).hasSize(1);
    }
  }

  @Test
  void after_a_restart_it_is_taken_up_once() {
    String task;
    try (var lifecycle = house.client("/mcp/lifecycle")) {
      task = begin(lifecycle, "ask One?\ncomplete {answer}");
      untilAsked(lifecycle, task, "step-1");
    }
    house.close();
    house = ServedHousehold.in(folder);
    try (var lifecycle = house.client("/mcp/lifecycle");
        var all = house.client("/mcp")) {
      untilAsked(lifecycle, task, "step-1");
      update(all, task, "step-1", accepted("1"));
      assertThat(result(lifecycle, task).at("/structuredContent/summary").asString())
          .isEqualTo("1");
      assertThat(house.runs()).hasSize(1);
    }
  }

  private static String begin(McpClient client, String script) {
    return client.callToolAsTask("agent_start", Json.object().put("contract", script)).id();
  }

  private List<String> tools(String path) {
    try (var client = house.client(path)) {
      return client.listTools().stream().map(ToolInfo::name).toList();
    }
  }
}
