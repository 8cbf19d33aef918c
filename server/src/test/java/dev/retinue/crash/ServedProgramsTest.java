package dev.retinue.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What the packaged daemon does with programs in the poorest of environments, on every way in.
@EndToEnd
final class ServedProgramsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SECRET = "hush-hush";

  @TempDir private Path folder;
  private Succession daemons;

  @BeforeEach
  void begin() throws IOException {
    var bin = folder.resolve("bin");
    Player.install(bin, "codex");
    var environment =
        Map.of("PATH", bin + ":/usr/bin:/bin", "LC_ALL", "C", "OPENAI_API_KEY", SECRET);
    daemons = new Succession(folder, KilledWithProgramsTest.STAFF, environment);
    daemons.begin();
    daemons.open();
  }

  @AfterEach
  void end() {
    daemons.close();
  }

  private List<Voice> voices() throws Voice.Unanswered {
    var options = ClientOptions.named("caller", "1").bearer(daemons.token());
    var mcp = URI.create(daemons.url() + "/mcp");
    return List.of(
        new RestVoice(daemons.url(), daemons.token()),
        McpVoice.at(mcp, options.in(new Mode.Modern())),
        McpVoice.at(mcp, options.in(new Mode.Legacy("2025-06-18"))));
  }

  private static JsonNode start(Voice voice, String contract) throws Voice.Unanswered {
    return voice.call(
        "agent_start", Json.object().put("agent", "programmer").put("contract", contract));
  }

  @Test
  void prompts_arrive_byte_for_byte_where_the_locale_is_c() throws Exception {
    for (var voice : voices()) {
      try (voice) {
        var report = Files.createTempDirectory(folder, "report");
        var prompt =
            "--grüße 🎩\u202e\u200b\n" + Player.script("report " + report, "begin", "done Heard.");

        var run = start(voice, prompt).path("agent_id").asString();

        awaitStatus(voice, run, "completed");
        assertThat(Files.readAllBytes(report.resolve("heard")))
            .isEqualTo(("Contract:\n\n" + prompt).getBytes(UTF_8));
      }
    }
  }

  private static void awaitStatus(Voice voice, String run, String status) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    var arguments = Json.object();
    arguments.putArray("agent_ids").add(run);
    JsonNode seen;
    do {
      seen = voice.call("agent_status", arguments);
      assertThat(System.nanoTime()).as("the wait: " + seen).isLessThan(deadline);
    } while (!seen.toString().contains("\"" + status + "\""));
  }

  @Test
  void what_is_no_text_is_refused_in_a_sentence_on_every_way_in() throws Exception {
    for (var voice : voices()) {
      try (voice) {
        assertThatThrownBy(() -> start(voice, "do\0it"))
            .isInstanceOf(Voice.Refused.class)
            .hasMessageContaining("The description of the work has a NUL character in it.");
      }
    }
    // As a client in another language may write it; ours would send a question mark.
    var request =
        HttpRequest.newBuilder(URI.create(daemons.url() + "/api/agents"))
            .header("Authorization", "Bearer " + daemons.token())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"agent\":\"programmer\",\"contract\":\"half \\ud83c of a hat\"}"));
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("half of a character in it");
    }
    assertThat(Succession.data(folder).resolve("run")).isEmptyDirectory();
  }

  @Test
  void neither_keys_nor_tokens_nor_prompts_stand_on_a_command_line() throws Exception {
    try (var voice = voices().getFirst()) {
      var run = start(voice, "canary\n" + Player.script("begin", "live")).path("agent_id");
      awaitStatus(voice, run.asString(), "running");
      while (Traces.of(folder.resolve("bin")).size() < 2) {
        Thread.onSpinWait();
      }
      try (var processes = Files.list(Path.of("/proc"))) {
        assertThat(processes.flatMap(ServedProgramsTest::commandLine))
            .noneMatch(line -> line.contains(SECRET))
            .noneMatch(line -> line.contains("canary"))
            .noneMatch(line -> line.contains(daemons.token()));
      }
      voice.call("agent_stop", Json.object().put("agent_id", run.asString()));
    }
  }

  @Test
  void a_daemon_that_is_asked_to_end_leaves_nothing_of_its_programs() throws Exception {
    var bin = folder.resolve("bin");
    try (var voice = voices().getFirst()) {
      for (var trick : List.of("deaf", "fork", "session", "daemon", "nameless", "fill 1000")) {
        start(voice, Player.script("begin", trick, "live"));
      }
      // Each with one that lives on beside it, and those that their tricks start.
      while (Traces.of(bin).size() < 12) {
        Thread.onSpinWait();
      }
    }
    var daemon = ProcessHandle.of(daemons.pid()).orElseThrow();

    daemon.destroy();

    daemon.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(Traces.of(bin)).isEmpty();
    assertThat(Succession.data(folder).resolve("run")).isEmptyDirectory();
  }

  private static Stream<String> commandLine(Path process) {
    try {
      return Stream.of(Files.readString(process.resolve("cmdline")));
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
