package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.Thinking;
import dev.retinue.config.team.Landscape;
import dev.retinue.core.Caller;
import dev.retinue.core.Permissions;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Agents that callers define themselves, in a whole household.
final class InlineAgentsTest {
  private static final Landscape LANDSCAPE =
      new Landscape(
          Map.of("anthropic", new Landscape.Provider(null, false, List.of("ANTHROPIC_API_KEY"))),
          Set.of(),
          Set.of(),
          UsualStaff.single(),
          Map.of(),
          _ -> {});

  private static final String CONFIG =
      """
      agents:
        root:
          model: anthropic/claude-sonnet-5-5
          instruction: Count the words.
      """;

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private Study study;
  private ServedHousehold house;
  private InlineShelf shelf;
  private McpClient client;

  @BeforeEach
  void open() {
    study =
        new Study(
            Thinking.USUAL,
            Map.of("ANTHROPIC_BASE_URL", llm.url(), "ANTHROPIC_API_KEY", "sk-test"),
            InstantSource.system());
    shelf = InlineShelf.over(List::of, LANDSCAPE);
    house =
        ServedHousehold.of(
            Household.open(
                    Household.Settings.in(folder.resolve("data"), () -> {}),
                    shelf,
                    List.of(study.runtime(Toolbox.EMPTY, CommandLines.NONE, Permissions.NONE)),
                    _ -> {})
                .with(shelf));
    client = house.client("/mcp/sessions", InputHandler.NOBODY);
  }

  @AfterEach
  void close() {
    client.close();
    house.close();
    study.close();
    llm.close();
  }

  private ToolResult invoke(JsonNode config) {
    var order =
        Json.object()
            .put("message", "one two three " + ScriptedLlm.script(Turn.text("Three words.")));
    order.set("config", config);
    return client.callTool("invoke_with_config", order);
  }

  @Test
  void one_is_asked_and_is_on_nobodys_list() {
    var text = ServedHousehold.structured(invoke(StringNode.valueOf(CONFIG)));
    assertThat(text.path("response").asString()).as("%s", text).isEqualTo("Three words.");
    assertThat(llm.exchanges().getLast().body().toString()).contains("Count the words.");
    var object = Json.object();
    object
        .putObject("agents")
        .putObject("root")
        .put("model", "anthropic/claude-sonnet-5-5")
        .put("instruction", "Count them.");
    assertThat(ServedHousehold.structured(invoke(object)).path("status").asString())
        .isEqualTo("completed");
    var listed = ServedHousehold.structured(client.callTool("list_agents", Json.object()));
    assertThat(listed.path("total_count").asInt(-1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hooks:\n      pre_tool_use:\n        - hooks: [{type: command, command: touch /tmp/x}]",
        "toolsets:\n      - {type: mcp, command: touch, args: [/tmp/x]}",
        "toolsets:\n      - {type: mcp, remote: {url: 'http://localhost:1/'}}",
      })
  void nothing_in_it_is_trusted(String more) {
    var config = CONFIG + "    " + more + "\n";
    var result = invoke(StringNode.valueOf(config));
    var refused = result.isError();
    if (!refused) {
      var name = shelf.hire(Caller.owner(), config);
      var agent = shelf.require(name);
      assertThat(agent.craft().origin().trusted()).isFalse();
      assertThat(agent.craft().hooks()).isEmpty();
      assertThat(agent.craft().kits()).isEmpty();
    }
    assertThat(refused || shelf.all().isEmpty()).isTrue();
  }

  @Test
  void what_is_wrong_with_it_is_said_with_its_line() {
    var wrong = refused(invoke(StringNode.valueOf(CONFIG + "    modell: x\n")));
    assertThat(wrong.at("/error/message").asString()).contains("config:5:", "modell");
    var number = refused(invoke(Json.WIRE.readTree("7")));
    assertThat(number.at("/error/code").asString()).isEqualTo("INVALID_INPUT");
  }

  private static JsonNode refused(ToolResult result) {
    assertThat(result.isError()).isTrue();
    return Objects.requireNonNull(result.structuredContent());
  }

  @Test
  void the_same_of_another_caller_is_another_agent() {
    var anna = new Caller("anna", "anna", Caller.Scope.RUN, null);
    var first = shelf.hire(anna, CONFIG);
    assertThat(shelf.hire(anna, CONFIG)).isEqualTo(first);
    assertThat(shelf.hire(Caller.owner(), CONFIG)).isNotEqualTo(first);
    assertThat(shelf.find(first)).isPresent();
    assertThat(shelf.find(first + ".nobody")).isEmpty();
  }
}
