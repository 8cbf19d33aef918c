package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
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

/// An answer at a real terminal, which `script` of util-linux provides, while a model writes it.
@EndToEnd
class ChatWritingTest {
  private static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");
  private static final String GATE = "halves";

  /// As it looks, which is not as it is typed.
  private static final String FIRST = "Otters \u001b[1mhunt\u001b[0m by ";

  private static final String SECOND = "night and sleep by day.";

  private final ScriptedLlm llm = ScriptedLlm.start();
  @TempDir private Path data;
  @TempDir private Path home;
  private Process process;
  private Path screen;
  private int seen;

  @BeforeEach
  void sitDown() throws IOException {
    Assumptions.assumeTrue(Program.find("script").isPresent(), "there is no program 'script'");
    screen = Files.createFile(home.resolve("screen"));
    // A size, because one of nothing by nothing shows nothing; wide, so that no line wraps.
    var command = "stty rows 40 cols 400; exec '%s' chat assistant".formatted(LAUNCHER);
    var builder =
        new ProcessBuilder(List.of("script", "-qec", command, "/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(screen.toFile());
    var environment = builder.environment();
    environment.clear();
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("TERM", "xterm");
    environment.put("JAVA_HOME", Repository.JDK.toString());
    environment.put("HOME", home.toString());
    environment.put("RETINUE_DATA", data.toString());
    environment.put("RETINUE_HIRE_PROGRAMS", "true");
    environment.put("ANTHROPIC_API_KEY", "sk-not-a-real-key-0123456789");
    environment.put("ANTHROPIC_BASE_URL", llm.url());
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
    llm.close();
  }

  @Test
  void the_first_half_is_shown_before_the_second_is_written_and_nothing_is_shown_twice()
      throws Exception {
    await("assistant> ");
    var answer = Turn.text("Otters **hunt** by night and sleep by day.");
    type("Write. " + ScriptedLlm.script(answer.gated(2, GATE)) + "\r");
    await(FIRST);
    assertThat(Files.readString(screen).substring(seen)).doesNotContain(SECOND);
    llm.goOn(GATE);
    llm.goOn(GATE);
    await(SECOND);
    await("— assistant");
    await("assistant> ");
    assertThat(Files.readString(screen).split("\u001b\\[1mhunt", -1)).hasSize(2);

    type("Again. " + ScriptedLlm.script(answer.gated(2, GATE).dropping().times(1)) + "\r");
    await(FIRST);
    llm.goOn(GATE);
    await("It is asked again in");
    await(FIRST);
    llm.goOn(GATE);
    llm.goOn(GATE);
    await(SECOND);
    await("— assistant");
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
