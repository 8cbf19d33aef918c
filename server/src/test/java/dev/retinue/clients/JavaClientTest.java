package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Traces;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The official Java client.
@EndToEnd
class JavaClientTest {
  private static final List<String> TOOLS =
      List.of(
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

  @TempDir private Path folder;

  @AfterEach
  void endWhatIsLeft() {
    Traces.kill(folder);
  }

  @Test
  void it_lists_and_works_over_stdio_with_a_daemon_that_outlives_the_front() throws IOException {
    try (var client = connect(stdio("mcp"))) {
      assertListsAndWorks(client);
    }
    assertThat(DaemonRecord.find(PipedRetinue.data(folder))).isPresent();
    try (var another = connect(stdio("mcp"))) {
      another.initialize();
      var retry =
          call(another, "agent_start", Map.of("contract", "hang", "idempotency_key", "once"));
      assertThat(status(another, retry)).contains("status=stopped");
    }
  }

  @Test
  void it_lists_and_works_over_stdio_with_one_process_alone() throws IOException {
    try (var client = connect(stdio("mcp", "--standalone"))) {
      assertListsAndWorks(client);
    }
  }

  @Test
  void it_lists_and_works_over_http() throws IOException {
    var config = PipedRetinue.config(folder).toString();
    try (var server = ServedRetinue.start("--no-auth", "--config", config);
        var client =
            connect(
                HttpClientStreamableHttpTransport.builder(server.url().replace("/mcp", ""))
                    .endpoint("/mcp")
                    .build())) {
      assertListsAndWorks(client);
    }
  }

  private McpClientTransport stdio(String... words) throws IOException {
    var parameters =
        ServerParameters.builder(ServedRetinue.LAUNCHER.toString())
            .args(words)
            .env(PipedRetinue.environment(folder))
            .build();
    return new StdioClientTransport(parameters, McpJsonDefaults.getMapper());
  }

  private static McpSyncClient connect(McpClientTransport transport) {
    return McpClient.sync(transport).requestTimeout(Duration.ofSeconds(60)).build();
  }

  private static void assertListsAndWorks(McpSyncClient client) {
    assertThat(client.initialize().serverInfo().name()).isEqualTo("retinue");
    assertThat(client.listTools().tools())
        .extracting(McpSchema.Tool::name)
        .containsExactlyElementsOf(TOOLS);
    assertThat(call(client, "retinue_status", Map.of()).toString()).contains("agents=[player]");

    Map<String, Object> contract = Map.of("contract", "hang", "idempotency_key", "once");
    var first = call(client, "agent_start", contract);
    assertThat(call(client, "agent_start", contract)).isEqualTo(first);
    assertThat(status(client, first)).contains("status=running");
    call(client, "agent_stop", Map.of("agent_id", id(first)));
    assertThat(status(client, first)).contains("status=stopped");

    var second = call(client, "agent_start", Map.of("contract", "hang"));
    call(client, "agent_complete", Map.of("agent_id", id(second), "summary", "Done"));
    assertThat(status(client, second)).contains("status=completed", "summary=Done");
  }

  private static String id(Map<?, ?> started) {
    return String.valueOf(started.get("agent_id"));
  }

  private static String status(McpSyncClient client, Map<?, ?> started) {
    return call(client, "agent_status", Map.of("agent_ids", List.of(id(started)))).toString();
  }

  private static Map<?, ?> call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    var answer =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    assertThat(answer.isError()).as(answer.toString()).isNotEqualTo(true);
    return (Map<?, ?>) Objects.requireNonNull(answer.structuredContent());
  }
}
