package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.testing.Repository;
import dev.retinue.toolset.compat.CompatScene;
import dev.retinue.toolset.fleet.Fleets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// docs/transcripts.md is what the server says: every call in it is made, and every answer
/// compared, with ids and times as the document has them. With `RETINUE_WRITE_TRANSCRIPTS=1` in the
/// environment it is written anew.
class TranscriptsTest {
  private static final Path DOCUMENT = Repository.ROOT.resolve("docs/transcripts.md");
  private static final Pattern ID = Pattern.compile("\\b(agent-|sp_|req-)[a-z2-7]{26}\\b");
  private static final Pattern SESSION =
      Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern DURATION =
      Pattern.compile("(\"(?:duration|elapsed|age|idle)[a-z_]*\" : )[0-9.E-]+");

  /// Speaks as the real one does: what was used is that of its whole session.
  private static final String CODEX =
      """
      #!/bin/sh
      case $(cat) in *when*) answer='Since the change of yesterday.' used=1800 ;; *) answer='One: TeaTest.' used=900 ;; esac
      echo '{"type":"thread.started","thread_id":"0199a213-81c0-7800-8aa1-bbab2a035a53"}'
      echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"'"$answer"'"}}'
      echo '{"type":"turn.completed","usage":{"input_tokens":'$used',"output_tokens":'$((used / 20))'}}'
      """;

  private static final JsonMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final StringBuilder written = new StringBuilder();
  private final Map<String, String> names = new LinkedHashMap<>();

  @TempDir private Path folder;

  @Test
  void the_document_shows_what_the_server_answers() throws Exception {
    say(
        """
        # Transcripts

        What a client says to each toolset, and what it hears. The agent is one that plays its contract, so that anybody can try it; ids and times are shortened.
        A test makes every call of this page and compares the answers.
        """);
    try (var house = ServedHousehold.in(folder);
        var client = house.client("/mcp")) {
      lifecycle(house, client);
      relay(house, client);
      spawner(client);
      sessions(client);
    }
    fleet();
    compat();
    if ("1".equals(System.getenv("RETINUE_WRITE_TRANSCRIPTS"))) {
      Files.writeString(DOCUMENT, written);
    }
    assertThat(firstDifference(Repository.text(DOCUMENT), written.toString())).isEmpty();
  }

  /// Both texts are long: where they part is what one wants to read.
  private static String firstDifference(String document, String answered) {
    var expected = document.lines().toList();
    var actual = answered.lines().toList();
    int line = 0;
    while (line < Math.min(expected.size(), actual.size())
        && expected.get(line).equals(actual.get(line))) {
      line++;
    }
    return expected.equals(actual)
        ? ""
        : "line %d: the document has %s, the server answers %s"
            .formatted(line + 1, near(expected, line), near(actual, line));
  }

  private static List<String> near(List<String> lines, int line) {
    return lines.subList(Math.max(0, line - 4), Math.min(lines.size(), line + 5));
  }

  private void lifecycle(ServedHousehold house, McpClient client) throws Exception {
    say(
        "\n## lifecycle\n\nGive somebody a contract, and look what has become of it ([lifecycle.md](lifecycle.md)).\n");
    var begun =
        call(
            client,
            "agent_start",
            object(
                    "contract",
                    "say I count the cups.\nspend 0.01 in 900 out 40\ncomplete Seven cups, one of them broken.")
                .put("agent", "player"));
    var id = begun.path("agent_id").asString();
    house.await(RunId.of(id), it -> it.ended() && !it.ending());
    var asked = Json.object();
    asked.putArray("agent_ids").add(id);
    call(client, "agent_status", asked);
  }

  private void relay(ServedHousehold house, McpClient client) throws Exception {
    say("\n## relay\n\nOne that asks waits until somebody answers, whoever that is.\n");
    var begun =
        call(
            client,
            "agent_start",
            object("contract", "ask Which cup shall I take?\ncomplete I took the {answer} one.")
                .put("agent", "player"));
    var id = begun.path("agent_id").asString();
    house.await(RunId.of(id), it -> it.state().word().equals("waiting"));
    var pending = call(client, "list_pending", Json.object());
    var need = pending.path("pending").get(0);
    var answer = Json.object();
    need.properties()
        .forEach(
            it -> {
              if (it.getKey().equals("agent_id") || it.getKey().equals("need")) {
                answer.set(it.getKey(), it.getValue());
              }
            });
    call(client, "answer", answer.put("answer", "red"));
    house.await(RunId.of(id), it -> it.ended() && !it.ending());
  }

  private void spawner(McpClient client) {
    say(
        "\n## spawner\n\nHave somebody do a task, and get the answer ([spawner.md](spawner.md)).\n");
    var spawned =
        call(
            client,
            "spawn_agent",
            object("prompt", "say Two of three tests pass.\ncomplete Two of three tests pass.")
                .put("agent", "player")
                .put("max_cost_usd", 0.5));
    call(client, "get_result", object("spawn_id", spawned.path("spawn_id").asString()));
    call(client, "list_running", Json.object());
  }

  private void sessions(McpClient client) {
    say(
        "\n## sessions\n\nA conversation that outlives calls, clients and restarts ([sessions.md](sessions.md)).\n");
    var made = call(client, "create_session", object("agent", "player"));
    var id = made.path("session_id").asString();
    call(
        client,
        "send_message",
        object("session_id", id)
            .put("message", "say Green, with no milk.\ncomplete Green, with no milk."));
    call(client, "close_session", object("session_id", id));
  }

  private void fleet() {
    say(
        "\n## fleet\n\nAgents in workspaces of Coder ([fleet.md](fleet.md)); this Coder only pretends.\n");
    try (var scene = new FleetScene(Mode.CURRENT);
        var house =
            ServedHousehold.of(
                ServedHousehold.open(folder.resolve("fleet"))
                    .with(new Fleets(Map.of("test", scene.fleet), "test")));
        var client = house.client("/mcp/fleet", InputHandler.NOBODY)) {
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
      call(client, "list_agents", Json.object());
      call(
          client,
          "start_agent_task",
          object("agent_name", "amy").put("task_description", "Tidy up."));
    }
  }

  private void compat() throws IOException {
    say(
        "\n## compat\n\nThe tools of servers that are gone ([compat.md](compat.md)); this codex plays a script.\n");
    var bin = Files.createDirectories(folder.resolve("bin"));
    var codex = Files.writeString(bin.resolve("codex"), CODEX);
    Files.setPosixFilePermissions(codex, PosixFilePermissions.fromString("rwx------"));
    var programs = Map.of("PATH", bin + ":/usr/bin:/bin");
    try (var scene = new CompatScene(folder.resolve("compat"), programs);
        var client = scene.client()) {
      var begun = call(client, "codex", object("prompt", "Which of the tests fail?"));
      var thread = begun.path("threadId").asString();
      call(client, "codex-reply", object("threadId", thread).put("prompt", "And since when?"));
    }
  }

  private static ObjectNode object(String name, String value) {
    return Json.object().put(name, value);
  }

  private JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as("%s", result).isFalse();
    var answer = Objects.requireNonNull(result.structuredContent());
    say(
        "\n`%s`\n\n```json\n%s\n```\n\n```json\n%s\n```\n"
            .formatted(tool, pretty(arguments), pretty(answer)));
    return answer;
  }

  private String pretty(JsonNode json) {
    var text = PRETTY.writeValueAsString(json);
    text =
        ID.matcher(text).replaceAll(it -> Matcher.quoteReplacement(name(it.group(), it.group(1))));
    text =
        SESSION
            .matcher(text)
            .replaceAll(it -> Matcher.quoteReplacement(name(it.group(), "session-")));
    text = TIME.matcher(text).replaceAll("2026-11-18T12:00:00Z");
    return DURATION.matcher(text).replaceAll("$10.1");
  }

  /// The first is `agent-1`, the second `agent-2`: the same everywhere.
  private String name(String id, String kind) {
    return names.computeIfAbsent(
        id, _ -> kind + (1 + names.values().stream().filter(it -> it.startsWith(kind)).count()));
  }

  private void say(String text) {
    written.append(text);
  }
}
