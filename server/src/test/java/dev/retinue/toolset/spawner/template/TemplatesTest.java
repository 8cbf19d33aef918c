package dev.retinue.toolset.spawner.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.config.template.TemplateFiles;
import dev.retinue.config.template.TemplateReader;
import dev.retinue.core.Caller;
import dev.retinue.mcp.Change;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.StdioServer;
import dev.retinue.toolset.Principal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Templates as a client sees them.
class TemplatesTest {
  private static final String GREET =
      """
      ---
      name: greet_all
      description: Greets somebody.
      agent: [claude, codex]
      model: haiku
      tools: [read]
      timeout: 2m
      read-only: true
      arguments:
        who: {description: Whom to greet., required: true}
        tone: {description: How., enum: [kind, cool], default: kind}
        times: {description: How often., type: integer}
        loud: {description: Whether., type: boolean}
      ---
      Greet {{who}} in a {{tone}} way{{#times}}, {{times}} times{{/times}}{{#loud}}, loud{{/loud}}.
      """;

  @TempDir private Path folder;
  private final List<Order> orders = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private boolean begun;
  private McpServer server;
  private Templates templates;
  private McpClient client;

  @BeforeEach
  void serve() throws IOException {
    Files.writeString(folder.resolve("greet.md"), GREET);
    server = new McpServer(Implementation.of("retinue", "1"), "");
    templates =
        new Templates(
            new TemplateFiles(List.of(folder), Set.of(), new TemplateReader(_ -> {})),
            (_, _, current) -> {
              if (!begun) {
                orders.add(current.get());
              }
              return ToolResult.text("begun");
            },
            Json.object().put("type", "object"),
            troubles::add);
    templates.offerOn(server);
    client = connect();
    server.onChange(changes::add);
  }

  @AfterEach
  void leave() {
    client.close();
  }

  private McpClient connect() throws IOException {
    var clock = InstantSource.system();
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 10), () -> key, clock),
            new Stateful2025(server, clock));
    var there = Pipe.open();
    var back = Pipe.open();
    var host =
        new StdioServer(
            eras,
            new Principal(Caller.owner()),
            Channels.newInputStream(there.source()),
            Channels.newOutputStream(back.sink()));
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                host.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return McpClient.over(
        Channels.newInputStream(back.source()),
        Channels.newOutputStream(there.sink()),
        ClientOptions.named("test", "1"));
  }

  private String call(String name, ObjectNode arguments) {
    return text(client.callTool(name, arguments));
  }

  private static String text(ToolResult result) {
    return ((Content.Text) result.content().getFirst()).text();
  }

  private String prompt(Map<String, String> arguments) {
    return ((Content.Text) client.prompt("greet-all", arguments).messages().getFirst().content())
        .text();
  }

  private static ObjectNode who(String who) {
    return Json.object().put("who", who);
  }

  private Order only() {
    assertThat(orders).hasSize(1);
    return orders.getFirst();
  }

  @Test
  void a_template_is_a_tool_and_a_prompt() {
    assertThat(client.listTools())
        .extracting(ToolInfo::name)
        .contains("greet_all", "run_tests", "review_code", "analyze_deps");
    assertThat(client.listPrompts())
        .extracting(it -> it.name())
        .contains("greet-all", "run-tests", "analyze-code");
    assertThat(client.listPrompts()).hasSameSizeAs(client.listTools());
  }

  @Test
  void a_call_orders_what_the_template_says() {
    assertThat(call("greet_all", who("Ada"))).isEqualTo("begun");

    assertThat(only())
        .isEqualTo(
            new Order(
                "greet_all",
                "Greet Ada in a kind way.",
                "Greet all: Ada",
                new Order.Staffing(null, null, List.of("claude", "codex"), "haiku"),
                List.of("read"),
                null,
                null,
                new Order.Limits(120, null),
                new Order.Waiting(false, null)));
  }

  @Test
  void the_common_arguments_count_above_the_template() {
    call(
        "greet_all",
        who("Ada\nand all others")
            .put("tone", "cool")
            .put("times", 3.0)
            .put("loud", true)
            .put("agent", "gemini")
            .put("model", "pro")
            .put("working_directory", "/work")
            .put("timeout", 60)
            .put("max_cost_usd", 0.5)
            .put("async", true)
            .put("wait_seconds", 20));

    assertThat(only())
        .isEqualTo(
            new Order(
                "greet_all",
                "Greet Ada\nand all others in a cool way, 3 times, loud.",
                "Greet all: Ada",
                new Order.Staffing("gemini", "pro", List.of("claude", "codex"), "haiku"),
                List.of("read"),
                null,
                "/work",
                new Order.Limits(60, new BigDecimal("0.5")),
                new Order.Waiting(true, 20)));
  }

  @Test
  void arguments_that_do_not_fit_are_refused_and_nothing_begins() {
    assertThat(call("greet_all", Json.object())).contains("who");
    assertThat(call("greet_all", who(""))).contains("who");
    assertThat(call("greet_all", who("Ada").put("tone", "rude"))).contains("tone");
    assertThat(call("greet_all", who("Ada").put("times", "often"))).contains("times");
    assertThat(call("greet_all", who("Ada").put("timeout", 5))).contains("timeout");
    assertThat(call("greet_all", who("Ada").put("colour", "red"))).contains("colour");
    assertThat(call("greet_all", who(" "))).contains("needs the argument 'who'");
    assertThat(orders).isEmpty();
  }

  @Test
  void braces_in_an_argument_mean_nothing() {
    call("greet_all", who("{{tone}} {{#loud}}x{{/loud}}"));
    assertThat(only().prompt()).isEqualTo("Greet {{tone}} {{#loud}}x{{/loud}} in a kind way.");
  }

  @Test
  void a_prompt_is_the_same_text() {
    assertThat(prompt(Map.of("who", "Ada", "times", "2", "tone", "", "loud", "true")))
        .isEqualTo("Greet Ada in a kind way, 2 times, loud.");
    assertThatThrownBy(() -> prompt(Map.of("who", "Ada", "tone", "col")))
        .hasMessageContaining("must be one of kind, cool")
        .hasMessageContaining("Did you mean 'cool'?");
    assertThatThrownBy(() -> prompt(Map.of())).hasMessageContaining("who");
    assertThat(client.completePrompt("greet-all", "tone", "c").values()).containsExactly("cool");
    assertThat(client.completePrompt("greet-all", "loud", "").values())
        .containsExactly("true", "false");
    assertThat(client.completePrompt("greet-all", "who", "").values()).isEmpty();
  }

  @Test
  void annotations_are_honest() {
    for (var tool : client.listTools()) {
      boolean reads =
          List.of("greet_all", "analyze_code", "find_security_issues").contains(tool.name());
      assertThat(tool.annotations())
          .as(tool.name())
          .isEqualTo(new ToolInfo.Annotations(tool.title(), reads, !reads, reads, true));
    }
  }

  @Test
  void a_changed_file_serves_the_next_call() throws IOException {
    Files.writeString(
        folder.resolve("greet.md"), GREET.replace("Greet {{who}}", "Salute {{who}}!"));
    call("greet_all", who("Ada"));
    assertThat(only().prompt()).startsWith("Salute Ada!");
    assertThat(changes).contains(new Change.Tools(), new Change.Prompts());
    assertThat(prompt(Map.of("who", "Ada"))).startsWith("Salute Ada!");
  }

  @Test
  void a_call_that_fits_only_the_former_file_is_refused() throws IOException {
    Files.writeString(folder.resolve("greet.md"), GREET.replace("[kind, cool]", "[kind, warm]"));
    assertThat(call("greet_all", who("Ada").put("tone", "cool"))).contains("not valid", "tone");
    assertThat(orders).isEmpty();
  }

  @Test
  void a_call_that_has_begun_something_goes_on_without_its_file() throws IOException {
    begun = true;
    Files.delete(folder.resolve("greet.md"));
    assertThat(call("greet_all", who("Ada"))).isEqualTo("begun");
  }

  @Test
  void what_comes_and_goes_is_listed_and_announced() throws IOException {
    Files.writeString(folder.resolve("new.md"), GREET.replace("greet_all", "wave"));
    templates.look();
    assertThat(client.listTools()).extracting(ToolInfo::name).contains("greet_all", "wave");
    assertThat(changes).containsExactly(new Change.Tools(), new Change.Prompts());

    Files.delete(folder.resolve("greet.md"));
    assertThat(call("greet_all", who("Ada"))).contains("There is no template 'greet_all' any more");
    assertThat(client.listTools())
        .extracting(ToolInfo::name)
        .contains("wave")
        .doesNotContain("greet_all");
    assertThat(client.listPrompts()).extracting(it -> it.name()).doesNotContain("greet-all");
  }

  @Test
  void what_is_wrong_is_told_once_and_the_rest_is_served() throws IOException {
    Files.writeString(folder.resolve("wrong.md"), "Hello.");
    templates.look();
    Files.writeString(folder.resolve("other.md"), GREET.replace("greet_all", "wave"));
    templates.look();
    assertThat(troubles).singleElement().asString().contains("wrong.md:1:1: ");
    assertThat(client.listTools()).extracting(ToolInfo::name).contains("greet_all", "wave");
  }
}
