package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that cannot be started is an answer, and no trouble for anybody else.
@EndToEnd
final class FailedStartsTest {
  @TempDir private Path folder;
  private Path program;

  // Begun by each test, as it wants it.
  @SuppressWarnings("NullAway.Init")
  private TestStaff staff;

  @BeforeEach
  void install() throws IOException {
    program = Player.install(folder.resolve("bin"), "codex");
  }

  private void begin(Map<String, String> more) {
    var data = folder.resolve("data");
    staff = TestStaff.in(data, new TestClock());
    staff.hire(
        new Agent(
            "coder", "plays", new Agent.Means("codex", null), "", List.of(), Agent.Limits.NONE));
    var environment = new java.util.HashMap<>(more);
    environment.put("PATH", program.getParent() + ":/usr/bin:/bin");
    staff.begin(
        new CliRuntime(
            new Codex(),
            new Programs(environment),
            new Supervisor(data, System.getenv()),
            data.resolve("run"),
            InstantSource.system()));
  }

  @AfterEach
  void nothing_is_left() {
    assertThat(folder.resolve("data/run")).isEmptyDirectory();
    staff.close();
  }

  private Run run() {
    return staff.awaitEnd(staff.start("coder", Player.script("begin", "done All is well.")));
  }

  private static void assertFailed(Run run, String... words) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    assertThat(((State.Failed) run.state()).message()).contains(words);
  }

  @Test
  void a_program_that_is_not_there_or_may_not_be_run_is_not_installed() throws IOException {
    begin(Map.of());
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rw-r--r--"));
    assertFailed(run(), "not installed", "npm install -g @openai/codex");
    Files.delete(program);
    assertFailed(run(), "not installed", "npm install -g @openai/codex");
    Files.createDirectory(program);
    assertFailed(run(), "not installed", "npm install -g @openai/codex");
  }

  @Test
  void a_program_without_its_interpreter_or_of_another_machine_fails_and_says_so()
      throws IOException {
    begin(Map.of());
    Files.writeString(program, "#!/no/such/interpreter\n");
    assertFailed(run(), "codex ended with", "No such file or directory");
    Files.write(program, new byte[] {0x7f, 'E', 'L', 'F', 0, 0, 0, 0});
    assertFailed(run(), "codex ended with");
  }

  @Test
  void more_than_the_system_passes_on_is_refused_in_a_sentence() {
    begin(Map.of("OPENAI_BASE_URL", "x".repeat(200_000)));
    assertFailed(run(), program + " cannot be run", "Argument list too long");
  }

  @Test
  void a_start_that_failed_disturbs_no_other() throws IOException {
    begin(Map.of());
    var script = Files.readAllBytes(program);
    Files.writeString(program, "#!/no/such/interpreter\n");
    assertFailed(run(), "codex ended with");
    Files.write(program, script);
    assertThat(run().state()).isInstanceOf(State.Completed.class);
  }
}
