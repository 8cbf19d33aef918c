package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A conversation at a real terminal, which `script` of util-linux provides.
@EndToEnd
class ChatTerminalTest {
  private static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");
  private static final String UP = "\u001bOA";
  private static final String INTERRUPT = "\u0003";
  private static final String END = "\u0004";

  @TempDir private Path data;
  @TempDir private Path home;
  private Process process;
  private Path screen;
  private int seen;

  @BeforeEach
  void sitDown() throws IOException {
    Assumptions.assumeTrue(Program.find("script").isPresent(), "there is no program 'script'");
    screen = Files.createFile(home.resolve("screen"));
    // A size, because one of nothing by nothing shows nothing.
    var command = "stty rows 40 cols 120; exec '%s' chat reviewer".formatted(LAUNCHER);
    var builder =
        new ProcessBuilder(List.of("script", "-qec", command, "/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(screen.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("TERM", "xterm");
    builder.environment().put("JAVA_HOME", Repository.JDK.toString());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("RETINUE_DATA", data.toString());
    builder.environment().put("RETINUE_HIRE_PROGRAMS", "false");
    process = builder.start();
  }

  @AfterEach
  void standUp() {
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    DaemonRecord.find(data)
        .flatMap(daemon -> ProcessHandle.of(daemon.pid()))
        .ifPresent(
            daemon -> {
              daemon.destroyForcibly();
              daemon.onExit().orTimeout(30, TimeUnit.SECONDS).join();
            });
  }

  @Test
  void one_speaks_answers_interrupts_and_finds_what_one_typed() throws Exception {
    await("plays a script");
    await("reviewer> ");
    type("the parser\r");
    await("your answer?");
    type("say it again\n");
    await("yes (or allow), no (or deny: and why), or always");
    type("yes\n");
    await("about the name you said: say it again");
    await("· $0.014");
    await("reviewer> ");
    type(UP + "!\r");
    await("I review this: the parser!");
    await("list_changes");
    type(INTERRUPT);
    await("interrupting it");
    await("stopped");
    await("reviewer> ");
    type("/cost\r");
    await("for 2 messages");
    await("reviewer> ");
    type("/fork another try\r");
    await("stays as it was");
    await("reviewer> ");
    type("/sessions\r");
    await("another try");
    await("reviewer> ");
    type(INTERRUPT);
    await("/quit leaves");
    await("reviewer> ");
    type("once more\r");
    await("your answer?");
    type("/quit\n");
    await("it goes on without you");
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void who_leaves_while_the_agent_works_leaves_at_once() throws Exception {
    await("reviewer> ");
    type("the parser\r");
    await("your answer?");
    type("/stop\n");
    await("interrupting it.");
    await("stopped");
    await("reviewer> ");
    type("the lexer\r");
    await("your answer?");
    type(END);
    await("it goes on without you");
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private void type(String keys) throws IOException {
    process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /// Waits until this is on the screen, after what was waited for before.
  private void await(String text) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < deadline) {
      boolean over = !process.isAlive();
      var all = Files.readString(screen);
      int found = all.indexOf(text, seen);
      if (found >= 0) {
        seen = found + text.length();
        return;
      }
      if (over) {
        break;
      }
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("'%s' was not shown: %s".formatted(text, Files.readString(screen)));
  }
}
