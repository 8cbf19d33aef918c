package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.toolset.Principal;
import dev.retinue.web.Gate;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The old tools with the real programs behind them, before and after a restart.
@EndToEnd
@Timeout(120)
final class RealCompatTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;
  private Household household;
  private WebServer web;
  private McpClient client;

  @BeforeEach
  void begin() {
    assumeTrue(Npm.isInstalled(), "the programs are not installed below .cache");
    llm = ScriptedLlm.start();
    open();
  }

  private void open() {
    var data = folder.resolve("data");
    household =
        Household.open(
            Household.Settings.in(data, () -> {}),
            () -> List.of(agent("codex"), agent("claude")),
            List.of(runtime(new Codex(), data), runtime(new Claude(), data)),
            new LeftoverProcesses(data));
    var serving =
        new Assembly.Serving(
            List.of("compat"), null, Hosts.LOCAL, _ -> "", List.of(), Manners.USUAL);
    var endpoints = Assembly.served(household, serving).endpoints();
    web =
        WebServer.start("127.0.0.1", 0, endpoints, Gate.open(new Principal(Caller.owner())), null);
    var place = URI.create("http://localhost:%d/mcp/compat".formatted(web.port()));
    // It waits for as long as an old caller did.
    var options = ClientOptions.named("codex-mcp-client", "1").within(Duration.ofMinutes(1));
    client = McpClient.at(place, options);
  }

  private CliRuntime runtime(Profile profile, Path data) {
    var environment = RealPrograms.in(folder.resolve("home"), llm.url()).environment();
    return new CliRuntime(
        profile,
        new Programs(environment),
        new Supervisor(data, System.getenv()),
        data.resolve("run"),
        InstantSource.system());
  }

  private static Agent agent(String program) {
    return new Agent(
        program,
        "writes code",
        new Agent.Means(program, null),
        "",
        List.of("read", "search", "edit", "shell"),
        Agent.Limits.NONE);
  }

  @AfterEach
  void end() {
    if (web != null) {
      close();
      llm.close();
    }
  }

  private void close() {
    client.close();
    web.close();
    household.close();
  }

  @Test
  void codex_remembers_in_its_thread_after_a_restart() throws InterruptedException {
    assertThat(client.listTools())
        .extracting(ToolInfo::name)
        .containsExactlyInAnyOrder("codex", "codex-reply", "claude_code", "retinue_status");
    var asked = prompt("Paint it red.", Turn.text("It is red.")).put("sandbox", "read-only");
    var begun = structured(client.callTool("codex", asked.put("approval-policy", "on-request")));
    assertThat(begun.path("content").asString()).isEqualTo("It is red.");
    close();
    open();

    var reply = prompt("Which colour?", Turn.text("Red."));
    var answer =
        client.callTool("codex-reply", reply.put("threadId", begun.path("threadId").asString()));

    assertThat(text(answer)).isEqualTo("Red.");
    assertThat(structured(answer).path("threadId")).isEqualTo(begun.path("threadId"));
    assertThat(structured(answer).path("codexThreadId")).isEqualTo(begun.path("codexThreadId"));
    assertThat(llm.await("Which colour?").heard("Paint it red.")).as("it remembers").isTrue();
  }

  @Test
  void a_command_that_needs_approval_does_not_hang_codex() {
    var arguments =
        prompt(
                "Try to write.",
                Turn.shell("touch /never-written && echo written"),
                Turn.text("It said: {{tool_result}}"))
            .put("sandbox", "read-only")
            .put("approval-policy", "untrusted");

    var answer = client.callTool("codex", arguments);

    assertThat(answer.isError()).as("%s", answer).isFalse();
    assertThat(text(answer)).startsWith("It said:").doesNotContain("written\n");
    assertThat(Path.of("/never-written")).doesNotExist();
  }

  @Test
  void claude_code_answers_in_text() {
    var answer = client.callTool("claude_code", prompt("Count.", Turn.text("One, two.")));

    assertThat(text(answer)).isEqualTo("One, two.");
  }

  private static ObjectNode prompt(String words, Turn... turns) {
    return Json.object().put("prompt", words + "\n" + ScriptedLlm.script(turns));
  }

  private static String text(ToolResult result) {
    return ((Content.Text) result.content().getFirst()).text();
  }

  private static JsonNode structured(ToolResult result) {
    return Objects.requireNonNull(result.structuredContent(), result::toString);
  }
}
