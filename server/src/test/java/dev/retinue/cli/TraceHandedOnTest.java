package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.cli.javafile.Unchanged;
import dev.retinue.runtime.llm.server.ScriptedMcp;
import dev.retinue.testing.Collector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Whoever works for a run is told where in the trace that happens: the servers of its tools, the
/// commands of its shell, the programs that carry it out.
final class TraceHandedOnTest {
  private static final Caller OWNER = Caller.owner();
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00-%s-00f067aa0ba902b7-01".formatted(TRACE);

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private final ScriptedMcp tools = new ScriptedMcp();
  private final CompletableFuture<JsonNode> meta = new CompletableFuture<>();
  private Collector collector;

  @BeforeEach
  void open() throws IOException {
    collector = Collector.start();
    tools.answer(
        "tools/call",
        params -> {
          meta.complete(params.path("_meta"));
          return ScriptedMcp.text("heard");
        });
    var agents = Files.createDirectories(folder.resolve("data/agents"));
    Files.writeString(
        agents.resolve("clerk.yaml"),
        """
        version: "7"
        agents:
          root:
            model: house/large
            description: Has a shell.
            instruction: Do it.
            toolsets: [{type: shell}]
        """);
    Files.writeString(agents.resolve("crier.agent.json"), described());
  }

  /// An agent in one file, which says what it sees.
  private String described() throws IOException {
    var file =
        script("crier", "printf '{\"result\":\"%s %s\"}\\n' \"$TRACEPARENT\" \"$TRACESTATE\"");
    return """
        {"file": "%s", "digest": "%s",
         "description": {"name": "crier", "version": "1", "description": "Cries.", "options": []}}
        """
        .formatted(file, Unchanged.digest(file));
  }

  private Path script(String name, String body) throws IOException {
    var file = Files.writeString(folder.resolve(name), "#!/bin/sh\ncat >/dev/null\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toRealPath();
  }

  @AfterEach
  void close() {
    collector.close();
    tools.close();
    llm.close();
  }

  private ServedDaemon daemon(Map<String, String> seen) throws IOException {
    var config =
        """
        providers:
          house: {api: anthropic, base-url: "%s"}
        mcp-servers:
          desk: {url: "%s"}
        staff:
          thinker: {description: thinks, runtime: llm, model: house/large, tools: [desk]}
        """
            .formatted(llm.url(), tools.url());
    return ServedDaemon.of(TracedHouse.open(folder, config, seen));
  }

  /// All that became of a run which a client wants in its trace.
  private String play(ServedDaemon daemon, String agent, String contract)
      throws InterruptedException {
    RunId id;
    try (var client = daemon.client(daemon.ownerToken())) {
      var params = Json.object().put("name", "agent_start");
      params.putObject("arguments").put("agent", agent).put("contract", contract);
      params.putObject("_meta").put("traceparent", PARENT).put("tracestate", "them=1");
      var answer = client.request("tools/call", params);
      id = RunId.of(answer.path("structuredContent").path("agent_id").asString());
    }
    var staff = daemon.household().staff();
    staff.await(OWNER, id, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    return staff.feed().read(OWNER, id, 0, 100).toString();
  }

  private static String using(String tool, Map<String, Object> input) {
    return ScriptedLlm.script(
        Turn.tool(tool, input), Turn.tool("agent_complete", Map.of("summary", "Done.")));
  }

  private String at(Collector.Taken span) {
    assertThat(span.trace()).isEqualTo(TRACE);
    return "00-%s-%s-01".formatted(TRACE, span.id());
  }

  @Test
  void a_tool_server_is_told_beside_the_parameters_of_the_call() throws Exception {
    try (var daemon = daemon(TracedHouse.telling(collector))) {
      play(daemon, "thinker", using("desk__echo", Map.of()));

      var told = meta.get(30, TimeUnit.SECONDS);
      assertThat(told.path("traceparent").asString())
          .isEqualTo(at(collector.await("execute_tool desk__echo")));
      assertThat(told.path("tracestate").asString()).isEqualTo("them=1");
    }
  }

  @Test
  void a_command_of_a_shell_is_told_by_its_environment() throws Exception {
    try (var daemon = daemon(TracedHouse.telling(collector))) {
      var line = Map.<String, Object>of("cmd", "echo \"T=$TRACEPARENT,$TRACESTATE\"");
      var events = play(daemon, "clerk", using("shell", line));

      assertThat(events)
          .contains("T=%s,them=1".formatted(at(collector.await("execute_tool shell"))));
    }
  }

  @Test
  void an_agent_in_one_file_is_told_by_its_environment() throws Exception {
    try (var daemon = daemon(TracedHouse.telling(collector))) {
      var events = play(daemon, "crier", "Cry.");

      assertThat(events).contains(at(collector.await("invoke_agent crier")) + " them=1");
    }
  }

  @Test
  void where_nobody_wants_spans_they_are_told_what_the_client_said() throws Exception {
    try (var daemon = daemon(Map.of())) {
      play(daemon, "thinker", using("desk__echo", Map.of()));
      assertThat(meta.get(30, TimeUnit.SECONDS).path("traceparent").asString()).isEqualTo(PARENT);

      var line = Map.<String, Object>of("cmd", "echo \"T=$TRACEPARENT\"");
      assertThat(play(daemon, "clerk", using("shell", line))).contains("T=" + PARENT);
      assertThat(play(daemon, "crier", "Cry.")).contains(PARENT);
    }
  }
}
