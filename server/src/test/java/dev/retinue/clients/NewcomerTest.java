package dev.retinue.clients;

import static dev.retinue.clients.RealHouse.outerPrompt;
import static dev.retinue.clients.RealHouse.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way of somebody new, from a clean clone: the demo, `connect` into the home of a real Claude
/// Code, a prompt that makes it have codex do something, and that run on the page. Only the build
/// is not waited for once more: the clone has what Maven has just packaged.
@EndToEnd
final class NewcomerTest {
  private static final String SAID = "the tests are green";

  @TempDir private Path place;
  private Path clone = Path.of("");
  private RealPrograms user = new RealPrograms(Path.of(""), "");
  private ScriptedLlm llm = ScriptedLlm.start();

  @BeforeEach
  void cloneIt() throws IOException {
    assumeTrue(Npm.isInstalled(), "needs the real programs: ./verify installs them");
    var folder = place.toRealPath();
    clone = folder.resolve("retinue");
    user = RealPrograms.in(folder.resolve("home"), llm.url());
    var cloned =
        Program.of("git", "clone", "-q", Repository.ROOT, clone).with("HOME", folder).run();
    assertThat(cloned.exitCode()).as("%s", cloned).isZero();
    Repository.distribution(clone.resolve("build/packaged"));
    Files.writeString(clone.resolve("build/current"), "packaged\n");
  }

  @AfterEach
  void endDaemon() {
    DaemonRecord.find(data())
        .flatMap(it -> ProcessHandle.of(it.pid()))
        .ifPresent(
            daemon -> {
              daemon.destroyForcibly();
              daemon.onExit().orTimeout(30, TimeUnit.SECONDS).join();
            });
    llm.close();
    new LeftoverProcesses(data()).reap(List.of());
  }

  @Test
  void from_a_clone_to_an_agent_at_work_in_ones_own_client() throws Exception {
    var demo = done(typed("./retinue", "demo"));
    assertThat(demo).contains("✓ completed", "What to do next:", "./retinue connect");
    assertThat(demo).contains("./retinue console").doesNotContain("#code=");
    var link = done(typed("./retinue", "console")).strip();
    assertThat(link).startsWith("http://").contains("#code=");

    var connected = done(typed("./retinue", "connect", "claude-code", "--write"));
    assertThat(connected)
        .contains("Written: " + user.home().resolve(".claude.json"), "Skill: ")
        .containsPattern("it has \\d+ tools");
    assertThat(user.home().resolve(".claude.json"))
        .content()
        .contains(clone.resolve("retinue").toString());

    var ended =
        typed(Npm.programs().resolve("claude").toString(), "-p", "--output-format", "json")
            .saying("--allowedTools", "mcp__retinue__spawn_codex")
            .with("TMPDIR", place)
            .hearing(delegating())
            .run();
    assertThat(ended.exitCode()).as("%s", ended).isZero();
    var result = Json.WIRE.readTree(ended.out()).path("result").asString();
    var answer =
        Json.WIRE.readTree(result.substring(result.indexOf('{'), result.lastIndexOf('}') + 1));
    assertThat(answer.path("success").asBoolean()).as("%s", ended).isTrue();
    assertThat(answer.path("result").asString()).isEqualTo(SAID);
    var id = answer.path("spawn_id").asString();

    assertThat(done(typed("./retinue", "result", id)).strip()).isEqualTo(SAID);
    assertThat(done(typed("./retinue", "top", "-a"))).contains("codex", "completed");
    look(link, id);

    done(typed("./retinue", "connect", "claude-code", "--undo"));
    assertThat(Files.readString(user.home().resolve(".claude.json"))).doesNotContain("\"retinue\"");
  }

  private void look(String link, String id) {
    assumeTrue(ConsoleBrowser.isInstalled(), "the rest needs a Chromium and Playwright");
    var seen =
        Npm.run(ConsoleBrowser.SCRIPTS.resolve("newcomer.mjs"))
            .with("LINK", link)
            .with("RUN", id)
            .with("SAID", SAID)
            .with("HOME", place)
            .with("MODULES", Npm.script("", "").normalize())
            .with("CHROMIUM", ConsoleBrowser.find().orElseThrow())
            .with("PICTURES", Repository.ROOT.resolve("server/target/pictures"))
            .within(Duration.ofSeconds(90))
            .run();
    assertThat(seen.exitCode()).as("%s", seen).isZero();
    assertThat(seen.out()).contains("seen");
  }

  private String delegating() {
    var order = Map.<String, Object>of("prompt", prompt("Run the tests.", Turn.text(SAID)));
    return outerPrompt(
        "Have codex run the tests.",
        Turn.tool("mcp__retinue__spawn_codex", order),
        Turn.text("got {{tool_result}}"));
  }

  private Path data() {
    return user.home().resolve(".local/share/retinue");
  }

  private Program typed(Object... words) {
    return RealHouse.at(Program.of(words), user)
        .with("RETINUE_HIRE_PROGRAMS", "true")
        .in(clone)
        .within(Duration.ofSeconds(90));
  }

  private static String done(Program program) {
    var ended = program.run();
    assertThat(ended.exitCode()).as("%s", ended).isZero();
    return ended.out();
  }
}
