package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The packaged daemon, killed while the real claude waits for a permission.
@EndToEnd
final class PermissionAfterKillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private ScriptedLlm llm;
  private Path work;
  private Program.Running daemon;
  private String url = "";

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Npm.isInstalled(), "claude is not installed below .cache");
    folder = folder.toRealPath();
    work = Files.createDirectory(folder.resolve("work"));
    Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        folder.resolve("retinue.yaml"),
        """
        roots: [%s]
        permissions: {deny: [Bash(sudo *)]}
        staff:
          coder: {description: Writes code., runtime: claude}
        """
            .formatted(work));
    llm = ScriptedLlm.start();
    start();
  }

  private void start() {
    daemon =
        Program.of(
                Repository.DISTRIBUTION.resolve("retinue"),
                "serve",
                "--port",
                "0",
                "--data",
                data(),
                "--config",
                folder.resolve("retinue.yaml"))
            .with("JAVA_HOME", Repository.JDK)
            .with("HOME", folder.resolve("home"))
            .with("CLAUDE_CONFIG_DIR", folder.resolve("home"))
            .with("PATH", Npm.programs() + ":" + Npm.node().getParent() + ":/usr/bin:/bin")
            .with("ANTHROPIC_BASE_URL", llm.url())
            .with("ANTHROPIC_API_KEY", "dummy")
            .with("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
            .start();
    url = daemon.awaitOutput(Pattern.compile("serves MCP at (\\S+)/mcp")).group(1);
  }

  private Path data() {
    return folder.resolve("data");
  }

  @AfterEach
  void end() {
    if (daemon != null) {
      daemon.kill();
      llm.close();
      new LeftoverProcesses(data()).reap(List.of());
    }
  }

  @Test
  void a_permission_that_was_asked_before_a_kill_can_be_given_after_it() throws Exception {
    var touch = Turn.shell("touch made && echo hi");
    var contract =
        "Do it. " + ScriptedLlm.script(touch, touch, touch, Turn.text("got {{tool_result}}"));
    var start =
        Json.object()
            .put("contract", contract)
            .put("agent", "coder")
            .put("working_directory", work.toString());
    var id = send("POST", "/api/agents", start.toString()).path("id").asString("");
    var before = await("/api/pending", it -> it.path("pending").size() == 1);

    daemon.kill();
    daemon.process().waitFor();
    start();

    var after = await("/api/pending", it -> it.path("pending").size() == 1);
    var need = after.path("pending").get(0);
    assertThat(need.path("text")).isEqualTo(before.path("pending").get(0).path("text"));
    assertThat(need.path("text").asString("")).contains("touch made && echo hi");
    var answers = "/api/agents/" + id + "/answers";
    var answer = Json.object().put("need", need.path("need").asString(""));
    assertThat(send("POST", answers, answer.put("answer", "maybe").toString()).toString())
        .contains("'allow', 'always'");
    send("POST", answers, answer.put("answer", "always").toString());
    var done = await("/api/agents/" + id, it -> !it.path("status").asString("").equals("running"));
    assertThat(done.path("status").asString("")).as("%s", done).isEqualTo("completed");
    assertThat(work.resolve("made")).exists();
  }

  private JsonNode await(String path, Predicate<JsonNode> wished) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    var found = send("GET", path, "");
    while (!wished.test(found)) {
      assertThat(System.nanoTime()).as("%s", found).isLessThan(deadline);
      found = send("GET", path, "");
    }
    return found;
  }

  private JsonNode send(String method, String path, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + Repository.text(data().resolve("token")).strip())
            .build();
    return Json.WIRE.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
