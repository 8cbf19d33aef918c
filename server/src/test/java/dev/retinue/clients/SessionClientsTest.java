package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Slow;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The usage that the design of the sessions shows, with the official clients and the packaged
/// daemon; only the model plays a script.
@EndToEnd
final class SessionClientsTest {
  private static final String REVIEW =
      "Please review this Python function: def calculate_tax(income): return income * 0.25 "
          + ScriptedLlm.script(
              Turn.tool("think", Map.of("thought", "Negative income?")).usage(400, 20),
              Turn.text("A negative income gives a negative tax.").usage(450, 30));
  private static final String EDGE =
      "What about edge cases for negative income? " + ScriptedLlm.script(Turn.text("As I said."));
  private static final String HELLO = "Hello world " + ScriptedLlm.script(Turn.text("Hello world"));
  private static final String SLOW =
      "Take your time. "
          + ScriptedLlm.script(Turn.text("Here it is.").delayed(Duration.ofSeconds(3)));

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private ServedRetinue server;

  @BeforeEach
  void serve() throws IOException {
    var data = Files.createDirectory(folder.resolve("data"));
    var agents = Files.createDirectories(data.resolve(".automation/cagent/agents"));
    Files.writeString(agents.resolve("code-reviewer.yaml"), file("Review code."));
    Files.writeString(agents.resolve("echo-agent.yaml"), file("Say it again."));
    var config =
        Files.writeString(
            folder.resolve("retinue.yaml"),
            """
            server: {port: 0}
            agents: [%s]
            providers:
              house: {api: openai-chat, base-url: %s/v1, key: secret}
            staff:
              player: {description: Plays its message., runtime: scripted}
            """
                .formatted(agents, llm.url()));
    server = ServedRetinue.start(data, "--no-auth", "--config", config.toString());
  }

  @AfterEach
  void end() {
    server.close();
    llm.close();
  }

  private static String file(String instruction) {
    return """
        agents:
          root:
            model: house/large
            description: An agent of a file.
            instruction: %s
            toolsets: [{type: think}]
        """
        .formatted(instruction);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "auto", "2026-07-28"})
  void the_typescript_client_talks(String mode) throws IOException {
    assumeTrue(Npm.isInstalled(), "npm could not install the client");
    var place = Npm.script("../sessions.mjs", "").normalize();
    var source = Repository.ROOT.resolve("server/src/test/js/sessions.mjs");
    Files.copy(source, place, StandardCopyOption.REPLACE_EXISTING);
    var messages = Json.WIRE.writeValueAsString(List.of(REVIEW, EDGE, HELLO, SLOW));

    var ended = Npm.run(place, mode, server.url(), messages).run();

    assertThat(ended.out())
        .as(ended.err())
        .isEqualTo(
            "{\"agent\":\"code-reviewer\",\"review\":\"A negative income gives a negative tax.\","
                + "\"events\":[\"tool_call\",\"tool_response\",\"agent_message\"],\"tool_calls\":1,"
                + "\"tokens\":true,\"told\":true,\"followup\":\"As I said.\",\"echo\":\"Hello world\","
                + "\"agents\":[\"code-reviewer\",\"echo-agent\"],\"gone\":true,\"late\":\"Here it is.\","
                + "\"messages\":3,\"status\":\"idle\",\"closed\":true}\n");
    // The second message knew what was said before.
    assertThat(llm.exchanges("edge cases").getLast().body().toString())
        .contains("calculate_tax", "A negative income gives a negative tax.");
  }

  @Test
  void the_java_client_talks() {
    try (var client = client()) {
      client.initialize();
      var session =
          Objects.requireNonNull(
              call(
                      client,
                      "create_session",
                      Map.of("agent_file", "~/.automation/cagent/agents/code-reviewer.yaml"))
                  .get("session_id"));
      var review = send(client, session, REVIEW);
      assertThat(review.get("response")).isEqualTo("A negative income gives a negative tax.");
      assertThat(String.valueOf(review.get("metadata"))).contains("tool_calls=1");
      send(client, session, EDGE);
      assertThat(llm.exchanges("edge cases").getLast().body().toString()).contains("calculate_tax");
      var echo =
          call(
              client,
              "invoke_agent",
              Map.of(
                  "agent_file", "~/.automation/cagent/agents/echo-agent.yaml", "message", HELLO));
      assertThat(echo.get("response")).isEqualTo("Hello world");
      assertThat(call(client, "list_agents", Map.of()).toString()).contains("echo-agent");
      var history = call(client, "get_session_history", Map.of("session_id", session));
      assertThat((List<?>) history.get("messages")).hasSize(6);
      assertThat(call(client, "close_session", Map.of("session_id", session)).get("success"))
          .isEqualTo(true);
    }
  }

  @Test
  @Slow
  void a_turn_outlives_a_client_that_waits_for_a_minute() {
    try (var client = client()) {
      client.initialize();
      var session =
          Objects.requireNonNull(
              call(client, "create_session", Map.of("agent", "player")).get("session_id"));
      var begun = send(client, session, "take 75s\ncomplete It took its time.");
      assertThat(begun.get("status")).isEqualTo("running");
      var run = Objects.requireNonNull(begun.get("run_id"));
      var late =
          call(
              client,
              "get_session_history",
              Map.of("session_id", session, "run_id", run, "wait_seconds", 45));
      assertThat(late.get("response")).isEqualTo("It took its time.");
    }
  }

  private McpSyncClient client() {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(server.url().replace("/mcp", ""))
                .endpoint("/mcp")
                .build())
        .requestTimeout(Duration.ofSeconds(60))
        .build();
  }

  private static Map<?, ?> send(McpSyncClient client, Object session, String message) {
    return call(client, "send_message", Map.of("session_id", session, "message", message));
  }

  private static Map<?, ?> call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    var answer =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    assertThat(answer.isError()).as(answer.toString()).isNotEqualTo(true);
    return (Map<?, ?>) Objects.requireNonNull(answer.structuredContent());
  }
}
