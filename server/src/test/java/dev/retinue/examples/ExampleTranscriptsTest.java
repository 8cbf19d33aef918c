package dev.retinue.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.retinue.cli.ExampleHouse;
import dev.retinue.core.Run;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every example does what its transcript tells, with the real tools, on a copy of the project
/// beside it. Only the models are played, and the programs.
@EndToEnd
final class ExampleTranscriptsTest {
  /// What transcripts call the web server of this test.
  private static final String WEB = "http://pages.test";

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private Path project = Path.of("");
  private String web = "";
  private HttpServer server;

  static List<String> examples() {
    return ExampleAgentsTest.examples();
  }

  @BeforeEach
  void open() throws IOException {
    folder = folder.toRealPath();
    project = SampleProject.in(folder.resolve("projects/greet"));
    server = Pages.serve();
    web = "http://127.0.0.1:" + server.getAddress().getPort();
    Player.install(folder.resolve("bin"), "codex");
    claude();
  }

  private void claude() throws IOException {
    var file = folder.resolve("bin/claude");
    try (var script = getClass().getResourceAsStream("/programs/asking-claude.sh")) {
      Files.write(file, Objects.requireNonNull(script).readAllBytes());
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void close() {
    server.stop(0);
    llm.close();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_does_what_its_transcript_tells(String example) throws Exception {
    var file = ExampleAgentsTest.FOLDER.resolve("transcripts/%s.md".formatted(example));
    var transcript = Files.exists(file) ? Repository.text(file) : "";
    var play = Play.of(transcript.replace(WEB, web));
    try (var house = house(example)) {
      var run = house.play(play.agent(), play.prompt(), project, play.answers());

      var told = told(example, play, house, run);
      Files.writeString(
          Files.createDirectories(Path.of("target/transcripts")).resolve(example + ".md"), told);
      assertThat(transcript.lines())
          .as("the transcript, which should be as in server/target/transcripts:\n" + told)
          .containsExactlyElementsOf(told.lines().toList());
    }
  }

  private String told(String example, Play play, ExampleHouse house, Run run) {
    var account = new Account(house::events, house.runs(), this::neutral);
    return introduction(example, play.agent())
        + Item.fenced(neutral(play.task()))
        + "\n"
        + Item.write(account.of(run.id()));
  }

  private static String introduction(String example, String agent) {
    return """
        # %s

        What [%s.yaml](../%s.yaml) does on a copy of [project](../project). The calls are what a model could say, and are played by a script; all else happened when the tests ran.

        The task for `%s`:

        """
        .formatted(example, example, example, agent);
  }

  private String neutral(String text) {
    return text.replace(web, WEB)
        .replace(project.toString(), "/projects/greet")
        .replaceAll("mem_[0-9a-f]{16}", "mem_0123456789abcdef");
  }

  private ExampleHouse house(String example) throws IOException {
    var agents = Files.createDirectories(folder.resolve("agents"));
    // The operator of this test lets pages be read on this machine.
    var text =
        Repository.text(ExampleAgentsTest.file(example))
            .replace("type: fetch\n", "type: fetch\n        allowed_domains: [127.0.0.1]\n");
    Files.writeString(agents.resolve(example + ".yaml"), text);
    var config = folder.resolve("retinue.yaml");
    Files.writeString(config, "roots: [%s]\n".formatted(folder.resolve("projects")));
    return ExampleHouse.open(folder.resolve("data"), config, agents, environment());
  }

  private Map<String, String> environment() {
    return Map.of(
        "PATH",
        folder.resolve("bin") + ":/usr/bin:/bin",
        "HOME",
        folder.resolve("home").toString(),
        "ANTHROPIC_BASE_URL",
        llm.url(),
        "ANTHROPIC_API_KEY",
        "sk-test",
        "OPENAI_BASE_URL",
        llm.url() + "/v1",
        "OPENAI_API_KEY",
        "sk-test",
        "GOOGLE_GEMINI_BASE_URL",
        llm.url(),
        "GEMINI_API_KEY",
        "sk-test",
        "OLLAMA_BASE_URL",
        llm.url() + "/v1");
  }

  /// Two pages of the web, and no others.
  private static final class Pages {
    private static final Map<String, String> ALL =
        Map.of(
            "/changes.html",
            "<html><title>Changes</title><h1>Changes</h1><h2>2.1</h2><p>Released on 3 March 2026. <code>--quiet</code> prints nothing but errors.</p><h2>2.0</h2><p>Needs a shell as POSIX has it.</p></html>",
            "/manual.html",
            "<html><title>Manual</title><h1>Manual</h1><p>Since 2.1 the option <code>--quiet</code> leaves out everything but errors.</p></html>");

    static HttpServer serve() throws IOException {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            var page = ALL.get(exchange.getRequestURI().getPath());
            var bytes =
                Objects.requireNonNullElse(page, "<p>There is no such page.</p>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            try (exchange) {
              exchange.sendResponseHeaders(page == null ? 404 : 200, bytes.length);
              exchange.getResponseBody().write(bytes);
            }
          });
      server.start();
      return server;
    }
  }
}
