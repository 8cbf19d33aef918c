package dev.retinue.clients;

import static dev.retinue.clients.RealHouse.outerPrompt;
import static dev.retinue.clients.RealHouse.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The real Claude Code has codex work, and the real codex has Claude Code work: each is a client
/// on its own, with nothing of ours but the server in its settings.
@EndToEnd
final class RealClientsTest {
  private static final String SAID = "the tests are green";

  @TempDir private Path folder;
  private RealHouse house;
  private RealPrograms client;

  @BeforeEach
  void open() throws IOException {
    house = RealHouse.in(folder);
    client = RealPrograms.in(house.folder().resolve("client"), house.llm().url());
  }

  @AfterEach
  void close() {
    if (house != null) {
      house.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stdio", "http"})
  void claude_calls_spawn_codex(String transport) throws Exception {
    var servers = Json.object();
    var server = servers.putObject("mcpServers").putObject("retinue").put("type", transport);
    if (transport.equals("http")) {
      server.put("url", house.url());
      server.putObject("headers").put("Authorization", "Bearer " + house.token());
    } else {
      server.put("command", ServedRetinue.LAUNCHER.toString()).putArray("args").add("mcp");
      var environment = server.putObject("env");
      front().forEach(environment::put);
    }
    var settings = house.folder().resolve("servers.json");
    Files.writeString(settings, servers.toString());

    var ended =
        outer("claude", "-p", "--output-format", "json")
            .saying("--mcp-config", settings, "--strict-mcp-config")
            .saying("--allowedTools", "mcp__retinue__spawn_codex")
            .hearing(delegating("spawn_codex"))
            .run();

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    var last = Json.WIRE.readTree(ended.out());
    assertThat(last.path("is_error").asBoolean(true)).as("%s", ended).isFalse();
    assertDelegated(answered(last.path("result").asString()), "codex");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stdio", "http"})
  void codex_calls_spawn_claude(String transport) throws Exception {
    var server = new StringBuilder("[mcp_servers.retinue]\n");
    if (transport.equals("http")) {
      server.append(
          "url = \"%s\"\nbearer_token_env_var = \"RETINUE_TOKEN\"\n".formatted(house.url()));
    } else {
      server.append("command = \"%s\"\nargs = [\"mcp\"]\n".formatted(ServedRetinue.LAUNCHER));
    }
    server.append("required = true\ndefault_tools_approval_mode = \"approve\"\n");
    if (transport.equals("stdio")) {
      server.append("[mcp_servers.retinue.env]\n");
      front().forEach((name, value) -> server.append("%s = \"%s\"\n".formatted(name, value)));
    }
    Files.writeString(
        client.home().resolve(".codex/config.toml"), server, StandardOpenOption.APPEND);
    var last = house.folder().resolve("last.txt");

    var ended =
        outer("codex", "exec", "--json", "--skip-git-repo-check")
            .saying("-s", "read-only", "-o", last, "-")
            .with("RETINUE_TOKEN", house.token())
            .hearing(delegating("spawn_claude"))
            .run();

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    assertDelegated(answered(Files.readString(last)), "claude");
  }

  private Map<String, String> front() {
    return Map.of(
        "RETINUE_DATA", house.data().toString(),
        "RETINUE_CONFIG", house.folder().resolve("retinue.yaml").toString(),
        "JAVA_HOME", Repository.JDK.toString());
  }

  private Program outer(String name, Object... words) {
    var program = Program.of(Npm.programs().resolve(name)).saying(words);
    return RealHouse.at(program, client)
        .with("TMPDIR", house.folder())
        .in(house.project())
        .within(Duration.ofSeconds(90));
  }

  private String delegating(String tool) {
    var order =
        Map.of(
            "prompt",
            prompt("Run the tests.", Turn.text(SAID)),
            "working_directory",
            house.project().toString());
    return outerPrompt(
        "Delegate.", Turn.tool("mcp__retinue__" + tool, order), Turn.text("got {{tool_result}}"));
  }

  private static JsonNode answered(String text) {
    assertThat(text).contains("{");
    return Json.WIRE.readTree(text.substring(text.indexOf('{'), text.lastIndexOf('}') + 1));
  }

  private void assertDelegated(JsonNode answer, String agent) throws Exception {
    assertThat(answer.path("success").asBoolean(false)).as("%s", answer).isTrue();
    assertThat(answer.path("agent").asString()).isEqualTo(agent);
    assertThat(answer.path("result").asString()).isEqualTo(SAID);
    try (var owner = house.client()) {
      var look = Json.object().put("spawn_id", answer.path("spawn_id").asString());
      assertThat(RealHouse.call(owner, "get_result", look).path("result").asString())
          .isEqualTo(SAID);
    }
  }
}
