package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.conformance.FixtureServer;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The official Inspector on its command line, and its `mcpdo`.
@EndToEnd
class InspectorTest {
  @TempDir Path home;

  @BeforeEach
  void install() {
    assumeTrue(Npm.isInstalled(), "npm could not install the Inspector");
  }

  @AfterEach
  void stopTheDaemonOfMcpdo() {
    if (Npm.isInstalled()) {
      program("mcpdo", "daemon", "stop").run();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  void it_finds_nothing_wrong_with_the_tools_and_calls_one_over_http(String era) {
    try (var server = ServedRetinue.start()) {
      var list = inspect(server.url(), era, "--method", "tools/list", "--strict");
      assertThat(list.exitCode()).as(list.out() + list.err()).isZero();
      var call =
          inspect(
              server.url(),
              era,
              "--method",
              "tools/call",
              "--tool-name",
              "retinue_status",
              "--tool-args-json",
              "{}");
      assertThat(call.out()).contains("\"agents\":[\"researcher\",\"builder\",\"reviewer\"]");
    }
  }

  @Test
  void it_finds_nothing_wrong_with_the_tools_over_stdio() {
    var ended =
        program(
                "inspector",
                "--cli",
                ServedRetinue.LAUNCHER,
                "mcp",
                "--method",
                "tools/list",
                "--strict",
                "--format",
                "json",
                "-q")
            .run();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("retinue_status");
  }

  @Test
  void it_starts_an_agent_over_stdio_at_a_daemon_that_outlives_it() {
    var data = home.resolve("data");
    try {
      var ended =
          program(
                  "inspector",
                  "--cli",
                  ServedRetinue.LAUNCHER,
                  "mcp",
                  "--data",
                  data,
                  "--method",
                  "tools/call",
                  "--tool-name",
                  "agent_start",
                  "--tool-args-json",
                  "{\"contract\": \"the history of tea\"}",
                  "--format",
                  "json",
                  "-q")
              .run();
      assertThat(ended.out()).as(ended.err()).contains("agent_id", "running");
      assertThat(DaemonRecord.find(data)).isPresent();
    } finally {
      Traces.kill(home);
    }
  }

  @Test
  void mcpdo_starts_an_agent_as_a_task_and_answers_what_it_asks() throws IOException {
    var config = PipedRetinue.config(home).toString();
    try (var server = ServedRetinue.start("--no-auth", "--config", config)) {
      json(program("mcpdo", "--format", "json", "connect", "@r", "--era", "modern", server.url()));
      var call =
          program(
              "mcpdo",
              "--format",
              "json",
              "--conn",
              "r",
              "tools/call",
              "agent_start",
              "contract:=ask Which colour?\ncomplete It is {answer}");
      var pending = json(call).path("elicitationPending");
      assertThat(pending.path("origin").asString("")).isEqualTo("task-input-required");

      var id = pending.path("elicitationId").asString("");
      var answered =
          program("mcpdo", "--format", "json", "elicitation/respond", id, "answer:=blue").run();
      assertThat(answered.out()).as(answered.err()).contains("It is blue", "claimed");
    }
  }

  @Test
  void mcpdo_answers_the_question_of_a_task_and_gets_its_result() {
    try (var server = FixtureServer.start(0)) {
      var url = "http://localhost:" + server.port() + "/mcp";
      var connected =
          json(program("mcpdo", "--format", "json", "connect", "@f", "--era", "modern", url));
      assertThat(connected.path("protocolEra").asString("")).isEqualTo("modern");

      var call =
          program(
              "mcpdo",
              "--format",
              "json",
              "--conn",
              "f",
              "tools/call",
              "confirm_delete",
              "filename:=x");
      var pending = json(call).path("elicitationPending");
      assertThat(pending.path("origin").asString("")).isEqualTo("task-input-required");

      var id = pending.path("elicitationId").asString("");
      var answered =
          program("mcpdo", "--format", "json", "elicitation/respond", id, "ok:=true").run();
      assertThat(answered.out()).as(answered.err()).contains("x: ", "accept");
    }
  }

  private Program.Ended inspect(String url, String era, String... options) {
    var args = new ArrayList<Object>(List.of("--cli", url, "--protocol-era", era));
    args.addAll(List.of(options));
    args.addAll(List.of("--format", "json", "-q"));
    return program("inspector", args.toArray()).run();
  }

  private static JsonNode json(Program program) {
    var ended = program.run();
    assertThat(ended.out()).as(ended.err()).startsWith("{");
    return Json.WIRE.readTree(ended.out());
  }

  private Program program(String name, Object... args) {
    return Npm.run(Npm.programs().resolve(name), args)
        .with("HOME", home)
        .with("JAVA_HOME", Repository.JDK)
        .with("MCP_INSPECTOR_SECRET_STORE", "memory");
  }
}
