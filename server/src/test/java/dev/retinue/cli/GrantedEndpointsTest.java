package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.Grant;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Over MCP a caller is shown, and can call, what his token allows.
final class GrantedEndpointsTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private Household household;
  private ServedHousehold house;

  @BeforeEach
  void open() {
    household = ServedHousehold.open(folder);
    house = ServedHousehold.of(household, ANNA);
    allow(List.of(), List.of());
  }

  @AfterEach
  void close() {
    house.close();
  }

  private void allow(List<String> toolsets, List<String> agents) {
    var callers = household.callers();
    var terms =
        new Terms(
            Caller.Scope.RUN, new Grant(toolsets, agents, List.of(), null, null, null, null), null);
    if (callers.all().stream().anyMatch(it -> it.name().equals("anna"))) {
      callers.change("anna", _ -> terms);
    } else {
      callers.create("anna", terms);
    }
  }

  private List<String> tools(McpClient client) {
    return client.listTools().stream().map(ToolInfo::name).toList();
  }

  @Test
  void only_the_tools_of_the_toolsets_are_there_and_those_to_answer_questions() {
    try (var client = house.client("/mcp", InputHandler.NOBODY)) {
      assertThat(tools(client)).contains("spawn_agent", "review_code", "agent_start");
      assertThat(client.listPrompts()).isNotEmpty();

      allow(List.of("lifecycle"), List.of());

      assertThat(tools(client))
          .containsExactly(
              "agent_complete",
              "agent_start",
              "agent_status",
              "agent_stop",
              "answer",
              "append_payload",
              "list_pending",
              "retinue_status");
      assertThat(client.listPrompts()).isEmpty();
      var order = Json.object().put("agent", "player").put("prompt", "complete ok");
      assertThatThrownBy(() -> client.callTool("spawn_agent", order))
          .hasMessageContaining("There is no tool 'spawn_agent'");
      assertThatThrownBy(() -> client.callTool("review_code", Json.object()))
          .hasMessageContaining("There is no tool 'review_code'");
      var begun = client.callTool("agent_start", Json.object().put("contract", "complete ok"));
      assertThat(begun.isError()).as(begun.toString()).isFalse();
    }
  }

  @Test
  void tools_that_come_and_go_belong_to_the_spawner() {
    allow(List.of("spawner"), List.of());
    try (var client = house.client("/mcp", InputHandler.NOBODY)) {
      assertThat(tools(client))
          .contains("spawn_agent", "review_code", "answer", "retinue_status")
          .doesNotContain("agent_start", "create_session");
      assertThat(client.listPrompts()).isNotEmpty();
    }
  }

  @Test
  void only_the_agents_of_the_token_are_named_and_started_by_any_tool() {
    allow(List.of(), List.of("mate"));
    try (var client = house.client("/mcp", InputHandler.NOBODY)) {
      var status = structured(client, "retinue_status", "{}");
      assertThat(status).contains("mate").doesNotContain("player");
      assertThat(structured(client, "list_agents", "{}")).contains("mate").doesNotContain("player");
      for (var call :
          new String[][] {
            {"agent_start", "{\"agent\":\"player\",\"contract\":\"complete ok\"}"},
            {"spawn_agent", "{\"agent\":\"player\",\"prompt\":\"complete ok\"}"},
            {"spawn_parallel", "{\"agents\":[{\"agent\":\"player\",\"prompt\":\"complete ok\"}]}"},
            {"create_session", "{\"agent\":\"player\"}"},
            {"invoke_agent", "{\"agent\":\"player\",\"message\":\"complete ok\"}"}
          }) {
        var result = client.callTool(call[0], parsed(call[1]));
        assertThat(result.isError()).as(call[0] + result).isTrue();
        assertThat(result.toString()).as(call[0]).contains("player");
      }
      assertThat(house.runs()).allMatch(it -> !it.commission().agent().name().equals("player"));
      var mates = Json.object().put("agent", "mate").put("prompt", "complete ok");
      assertThat(client.callTool("spawn_agent", mates).isError()).isFalse();
    }
  }

  private static ObjectNode parsed(String json) {
    return (ObjectNode) Json.WIRE.readTree(json);
  }

  private static String structured(McpClient client, String tool, String arguments) {
    var result = client.callTool(tool, parsed(arguments));
    return Objects.requireNonNull(result.structuredContent()).toString();
  }
}
