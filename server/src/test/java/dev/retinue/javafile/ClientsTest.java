package dev.retinue.javafile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The clients of others with an agent in one Java file.
@EndToEnd
final class ClientsTest {
  @TempDir private Path folder;
  private Desk desk;
  private Path shouter;

  @BeforeEach
  void open() {
    desk = Desk.in(folder);
    shouter = desk.write("Shouter.java", Desk.SHOUTER);
  }

  /// Whoever makes a cache stays when the agent has answered, and writes in what goes now.
  @AfterEach
  void endThoseWhoMakeCaches() {
    Traces.killAround(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "auto", "2026-07-28"})
  void the_official_typescript_client_calls_it_in_both_eras(String mode) throws IOException {
    assumeTrue(Npm.isInstalled(), "npm could not install the client");
    var script = Npm.script("../agent.mjs", "").normalize();
    var source = Repository.ROOT.resolve("server/src/test/js/agent.mjs");
    Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
    var ended =
        Npm.run(script, mode, Desk.LAUNCHER, "exec", shouter, "--mcp")
            .with("HOME", desk.home())
            .with("JAVA_HOME", Repository.JDK)
            .run();
    assertThat(ended.out())
        .as(ended.err())
        .isEqualTo(
            "{\"server\":\"shouter\",\"tools\":[\"shouter\"],\"answer\":{\"result\":\"GOOD MORNING\"},\"refused\":true}\n");
  }

  @Test
  void the_official_java_client_calls_it() {
    var program = desk.exec(shouter, "--mcp");
    var server =
        ServerParameters.builder(program.command().getFirst())
            .args(program.command().subList(1, program.command().size()))
            .env(program.environment())
            .build();
    try (var client =
        McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
            .requestTimeout(Duration.ofMinutes(1))
            .initializationTimeout(Duration.ofMinutes(1))
            .build()) {
      client.initialize();
      assertThat(client.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .containsExactly("shouter");
      var call =
          McpSchema.CallToolRequest.builder("shouter").arguments(Map.of("context", "hi")).build();
      assertThat(client.callTool(call).structuredContent()).isEqualTo(Map.of("result", "HI"));
    }
  }

  @Test
  void the_real_claude_code_calls_it() throws IOException {
    assumeTrue(Npm.isInstalled(), "needs the real programs: ./verify installs them");
    try (var llm = ScriptedLlm.start()) {
      var person = RealPrograms.in(desk.folder().resolve("person"), llm.url());
      var servers = Json.object();
      var server = servers.putObject("mcpServers").putObject("shouter").put("type", "stdio");
      var arguments = server.put("command", Desk.LAUNCHER.toString()).putArray("args");
      arguments.add("exec").add(shouter.toString()).add("--mcp");
      server.putObject("env").put("JAVA_HOME", Repository.JDK.toString());
      var settings = desk.write("servers.json", servers.toString());
      var prompt =
          "Shout.\n"
              + ScriptedLlm.script(
                  Turn.tool("mcp__shouter__shouter", Map.of("context", "good morning")),
                  Turn.text("got {{tool_result}}"));
      var claude = Program.of(Npm.programs().resolve("claude"), "-p", "--output-format", "json");
      for (var variable : person.environment().entrySet()) {
        claude = claude.with(variable.getKey(), variable.getValue());
      }
      var ended =
          claude
              .saying("--mcp-config", settings, "--strict-mcp-config")
              .saying("--allowedTools", "mcp__shouter__shouter")
              .with("TMPDIR", desk.folder())
              .in(desk.folder())
              .within(Duration.ofSeconds(90))
              .hearing(prompt)
              .run();
      assertThat(ended.exitCode()).as("%s", ended).isZero();
      assertThat(Json.WIRE.readTree(ended.out()).path("result").asString())
          .contains("GOOD MORNING");
    }
  }
}
