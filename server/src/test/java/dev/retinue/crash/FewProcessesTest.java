package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A daemon whose user may have no more processes.
@EndToEnd
final class FewProcessesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int NOBODY_ELSE = 64_321;

  @TempDir private Path folder;

  @AfterEach
  void endWhatIsLeft() {
    Traces.kill(folder);
  }

  @Test
  void a_run_that_finds_no_process_fails_with_a_sentence_and_the_next_one_is_well()
      throws Exception {
    assumeTrue(
        ProcessHandle.current().info().user().orElse("").equals("root"),
        "only root can be another user");
    var daemon = start();
    var url = "http://localhost:" + daemon.awaitOutput(Succession.LISTENS).group(1);
    var token = Repository.text(Succession.data(folder).resolve("token")).strip();
    try (var voice = new RestVoice(url, token)) {
      assertThat(run(voice).path("state").asString()).isEqualTo("completed");

      limit(daemon, "1:");
      var failed = run(voice);
      assertThat(failed.path("state").asString()).as(failed.toString()).isEqualTo("failed");
      assertThat(failed.toString()).contains("did not start");

      limit(daemon, "4000:");
      assertThat(run(voice).path("state").asString()).isEqualTo("completed");
    }
    // A run is completed when its program says so: its folder goes when the program has gone.
    daemon.process().destroy();
    assertThat(daemon.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(Succession.data(folder).resolve("run")).isEmptyDirectory();
  }

  private Program.Running start() throws Exception {
    var bin = folder.resolve("bin");
    Player.install(bin, "codex");
    Succession.writeConfig(folder, KilledWithProgramsTest.STAFF);
    Files.createDirectory(Succession.data(folder));
    Program.of("chown", "-R", NOBODY_ELSE, folder).run();
    var program =
        Program.of(
            "/usr/bin/setpriv",
            "--reuid=" + NOBODY_ELSE,
            "--clear-groups",
            Succession.LAUNCHER,
            "serve",
            "--data",
            Succession.data(folder));
    for (var variable : Succession.environment(folder).entrySet()) {
      program = program.with(variable.getKey(), variable.getValue());
    }
    return program.with("PATH", bin + ":/usr/bin:/bin").in(folder).start();
  }

  private static void limit(Program.Running daemon, String most) {
    var limited =
        Program.of(
                "setpriv",
                "--reuid=" + NOBODY_ELSE,
                "--clear-groups",
                "prlimit",
                "--pid",
                daemon.process().pid(),
                "--nproc=" + most)
            .run();
    assertThat(limited.exitCode()).as(limited.err()).isZero();
  }

  private static JsonNode run(RestVoice voice) throws Exception {
    var contract = Player.script("begin", "done All is well.");
    var begun =
        voice.call(
            "agent_start", Json.object().put("agent", "programmer").put("contract", contract));
    var arguments = Json.object();
    arguments.putArray("agent_ids").add(begun.path("agent_id"));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var seen = voice.call("agent_status", arguments).path("agents").path(0);
      if (Pattern.matches("completed|failed", seen.path("state").asString())) {
        return seen;
      }
      assertThat(System.nanoTime()).as("the wait: " + seen).isLessThan(deadline);
    }
  }
}
