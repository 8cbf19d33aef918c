package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Repository;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The official Java client.
@EndToEnd
class JavaClientTest {
  @Test
  void it_lists_and_calls_over_stdio() {
    var parameters =
        ServerParameters.builder(ServedRetinue.LAUNCHER.toString())
            .args("mcp", "--standalone")
            .env(Map.of("JAVA_HOME", Repository.JDK.toString()))
            .build();
    assertListsAndCalls(
        new StdioClientTransport(parameters, McpJsonDefaults.getMapper()),
        List.of("retinue_status"),
        "agents=[]");
  }

  @Test
  void it_lists_and_calls_over_http() {
    try (var server = ServedRetinue.start()) {
      var address = server.url().replace("/mcp", "");
      assertListsAndCalls(
          HttpClientStreamableHttpTransport.builder(address).endpoint("/mcp").build(),
          List.of(
              "agent_complete",
              "agent_start",
              "agent_status",
              "agent_stop",
              "append_payload",
              "retinue_status"),
          "agents=[researcher, builder, reviewer]");
    }
  }

  private static void assertListsAndCalls(
      McpClientTransport transport, List<String> tools, String staff) {
    try (McpSyncClient client =
        McpClient.sync(transport).requestTimeout(Duration.ofSeconds(30)).build()) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("retinue");
      assertThat(client.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .containsExactlyElementsOf(tools);
      var answer = client.callTool(McpSchema.CallToolRequest.builder("retinue_status").build());
      assertThat(answer.isError()).isNotEqualTo(true);
      assertThat(answer.structuredContent().toString()).contains(staff);
    }
  }
}
