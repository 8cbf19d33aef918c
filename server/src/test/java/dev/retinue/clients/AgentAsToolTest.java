package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `retinue mcp --agent`: agents as tools of their own.
@EndToEnd
class AgentAsToolTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  private static final String LIST =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}";

  @TempDir private Path folder;

  @Test
  void what_is_said_to_the_tool_is_said_to_the_agent() throws Exception {
    try (var retinue = begun("--agent", "player")) {
      var tool = tools(retinue).get(0);
      assertThat(tool.path("name").asString()).isEqualTo("player");
      assertThat(tool.path("description").asString()).isEqualTo("Plays its contract.");
      assertThat(tool.at("/inputSchema/properties").propertyNames()).containsExactly("message");
      assertThat(tool.at("/outputSchema/required").toString()).isEqualTo("[\"response\"]");
      var answer = said(retinue, 3, "\"message\":\"complete Done.\"");
      assertThat(answer.at("/structuredContent").toString()).isEqualTo("{\"response\":\"Done.\"}");
      var failed = said(retinue, 4, "\"message\":\"fail refused I will not.\"");
      assertThat(failed.path("isError").asBoolean(false)).isTrue();
      assertThat(failed.at("/content/0/text").asString()).isEqualTo("refused: I will not.");
      var empty = said(retinue, 5, "\"message\":\"\"");
      assertThat(empty.toString()).contains("message");
    }
  }

  @Test
  void a_session_goes_on_with_what_was_said() throws Exception {
    try (var retinue = begun("--agent=player", "--sessions")) {
      var first = said(retinue, 3, "\"message\":\"complete One.\"").path("structuredContent");
      var session = first.path("session_id").asString();
      assertThat(session).hasSize(36);
      var second =
          said(retinue, 4, "\"message\":\"complete Two.\",\"session_id\":\"%s\"".formatted(session))
              .path("structuredContent");
      assertThat(second.path("response").asString()).isEqualTo("Two.");
      assertThat(second.path("session_id").asString()).isEqualTo(session);
      var unknown = said(retinue, 5, "\"message\":\"complete x\",\"session_id\":\"nothing\"");
      assertThat(unknown.toString()).contains("NOT_FOUND");
    }
  }

  @Test
  void each_agent_of_a_file_is_a_tool_with_hints_from_its_own_tools() throws Exception {
    var agents = Files.createDirectories(PipedRetinue.data(folder).resolve("agents"));
    var file = agents.resolve("house.yaml");
    Files.writeString(
        file,
        """
        agents:
          root:
            model: anthropic/claude-haiku-4-5
            description: Keeps the house.
            instruction: Keep it.
            toolsets:
              - type: shell
          reader:
            model: anthropic/claude-haiku-4-5
            instruction: Read.
            toolsets:
              - type: filesystem
                tools: [read_file]
          talker:
            model: anthropic/claude-haiku-4-5
            instruction: Talk.
        """);
    try (var retinue = begun("--agent", file.toString())) {
      var tools = tools(retinue);
      assertThat(tools)
          .extracting(it -> it.path("name").asString())
          .containsExactly("house", "house_reader", "house_talker");
      assertThat(tools.get(0).path("annotations").toString())
          .isEqualTo(
              "{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":false,\"openWorldHint\":true}");
      assertThat(tools.get(2).path("annotations")).isEqualTo(tools.get(1).path("annotations"));
      assertThat(tools.get(1).path("annotations").toString())
          .isEqualTo(
              "{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":false}");
      assertThat(tools.get(1).path("description").asString())
          .isEqualTo("The agent 'reader' of a file.");
    }
    try (var retinue = begun("--agent", file.toString(), "-a", "reader")) {
      assertThat(tools(retinue))
          .extracting(it -> it.path("name").asString())
          .containsExactly("house_reader");
    }
  }

  @Test
  void an_agent_that_nobody_knows_is_refused_at_once() throws Exception {
    try (var retinue = PipedRetinue.start(folder, "--agent", "nobody")) {
      assertThat(retinue.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(retinue.process().exitValue()).isEqualTo(2);
      assertThat(folder.resolve("front.err"))
          .content()
          .contains("retinue: There is no agent 'nobody'", "player");
    }
  }

  private PipedRetinue begun(String... options) throws Exception {
    var retinue = PipedRetinue.start(folder, options);
    retinue.say(INITIALIZE);
    assertThat(retinue.answer(1).at("/result/instructions").asString()).contains("is an agent");
    retinue.say(INITIALIZED);
    return retinue;
  }

  private static JsonNode tools(PipedRetinue retinue) throws Exception {
    retinue.say(LIST);
    return retinue.answer(2).at("/result/tools");
  }

  private static JsonNode said(PipedRetinue retinue, int id, String arguments) throws Exception {
    retinue.say(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"player\",\"arguments\":{%s}}}"
            .formatted(id, arguments));
    return retinue.answer(id).path("result");
  }
}
