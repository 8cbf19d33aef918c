package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The packaged daemon with the real claude and codex on its staff, which have a model that plays
/// scripts.
///
/// @param project a folder in which they may work
record RealHouse(Path folder, Path project, ScriptedLlm llm, Program.Running daemon, String url)
    implements AutoCloseable {

  static RealHouse in(Path place) throws IOException {
    assumeTrue(Npm.isInstalled(), "needs the real programs: ./verify installs them");
    var folder = place.toRealPath();
    var project = Files.createDirectories(folder.resolve("project"));
    var file = folder.resolve("retinue.yaml");
    Files.writeString(file, "roots: [%s]\n".formatted(project));
    var llm = ScriptedLlm.start();
    var program =
        Program.of(
            ServedRetinue.LAUNCHER,
            "serve",
            "--port",
            "0",
            "--data",
            folder.resolve("data"),
            "--config",
            file);
    var daemon =
        at(program, RealPrograms.in(folder.resolve("home"), llm.url()))
            .with("RETINUE_HIRE_PROGRAMS", "true")
            .start();
    var url = daemon.awaitOutput(Pattern.compile("serves MCP at (\\S+)")).group(1);
    return new RealHouse(folder, project, llm, daemon, url.replace("127.0.0.1", "localhost"));
  }

  /// A program in the home of somebody who has the real ones installed.
  static Program at(Program program, RealPrograms real) {
    var placed = program.with("JAVA_HOME", Repository.JDK);
    for (var variable : real.environment().entrySet()) {
      placed = placed.with(variable.getKey(), variable.getValue());
    }
    return placed;
  }

  Path data() {
    return folder.resolve("data");
  }

  String token() {
    return Repository.text(data().resolve("token")).strip();
  }

  ClientOptions options() {
    return ClientOptions.named("test", "1").bearer(token());
  }

  McpClient client() {
    return client(options());
  }

  McpClient client(ClientOptions options) {
    return McpClient.at(URI.create(url), options);
  }

  /// A prompt that tells its model what to do.
  static String prompt(String words, Turn... turns) {
    return words + "\n" + ScriptedLlm.script(turns);
  }

  /// The same for a model that gives such prompts to others: theirs stay hidden inside of its own.
  static String outerPrompt(String words, Turn... turns) {
    var begin = "<llm-script>";
    var end = "</llm-script>";
    var script = ScriptedLlm.script(turns);
    var inside = script.substring(begin.length(), script.length() - end.length());
    return words
        + "\n"
        + begin
        + inside.replace(begin, "\\u003cllm-script>").replace(end, "\\u003c/llm-script>")
        + end;
  }

  static JsonNode done(ToolResult result) {
    assertThat(result.isError()).as("%s", result).isFalse();
    return structured(result);
  }

  static JsonNode structured(ToolResult result) {
    return Objects.requireNonNull(result.structuredContent(), result::toString);
  }

  static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    return done(client.callTool(tool, arguments));
  }

  @Override
  public void close() {
    daemon.kill();
    daemon.process().onExit().join();
    llm.close();
    new LeftoverProcesses(data()).reap(List.of());
  }
}
