package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/first-ten-minutes.md tells people to type, typed line by line in its order, by
/// somebody without programs; the model plays a script. What builds and installs is left out.
@EndToEnd
class FirstTenMinutesTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/first-ten-minutes.md"));

  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");

  @TempDir private Path place;
  private final ScriptedLlm llm = ScriptedLlm.start();

  /// What was exported.
  private final Map<String, String> environment = new HashMap<>();

  @AfterEach
  void end() {
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
  void every_command_does_what_is_said_of_it() throws Exception {
    Repository.distribution(place.resolve("retinue"));
    Files.createDirectories(place.resolve("home"));
    var lines = new ArrayDeque<>(lines());

    assertThat(lines.remove()).startsWith("git clone ");
    assertThat(typed(lines.remove())).contains("✓ completed", "What to do next:");

    assertThat(asked(lines.remove())).contains("✓ completed");
    var id = typed(lines.remove()).strip();
    assertThat(typed(lines.remove().replace("<id>", id.substring(0, 14)))).contains("Asked: tea");
    // No terminal is there, which shows all of them by itself.
    assertThat(typed(lines.remove() + " -a")).contains("reviewer", "researcher");

    assertThat(typed(lines.remove())).containsPattern("ok +daemon");

    assertThat(lines.remove()).isEqualTo("export ANTHROPIC_API_KEY=…");
    environment.put("ANTHROPIC_API_KEY", "none");
    assertThat(lines.remove()).startsWith("npm install -g ");
    assertThat(typed(lines.remove())).contains("script");
    assertThat(llm.await("What is in this repository?")).isNotNull();

    assertThat(typed(lines.remove())).containsPattern("claude-code +(yes|no) +no ");
    assertThat(typed(lines.remove())).contains("Written: ", "Skill: ");
    assertThat(home().resolve(".claude.json")).content().contains("\"retinue\"");
    assertThat(lines).isEmpty();
  }

  /// Without what is said of them behind.
  private static List<String> lines() {
    return BLOCK
        .matcher(DOCUMENT)
        .results()
        .flatMap(block -> block.group(1).lines())
        .map(line -> line.replaceFirst(" +# .*", ""))
        .toList();
  }

  private String typed(String line) {
    return done(line, program(line).run());
  }

  /// It asks for a word and for a permission; without a terminal one answers by another command.
  private String asked(String line) {
    var asking = program(line).start();
    for (var kind : List.of("answer", "permission")) {
      asking.awaitOutput(Pattern.compile("\\(%s, '".formatted(kind)));
      var how = Pattern.compile("\\./retinue answer \\S+ ").matcher(typed("./retinue answer"));
      assertThat(how.find()).isTrue();
      typed(how.group() + "yes");
    }
    return done(line, asking.await());
  }

  private static String done(String line, Program.Ended ended) {
    assertThat(ended.exitCode()).as("%s: %s", line, ended).isZero();
    return ended.out();
  }

  private Program program(String line) {
    assertThat(line).startsWith("./retinue ");
    var program =
        Program.of("sh", "-c", line)
            .in(place.resolve("retinue"))
            .without("RETINUE_HIRE_PROGRAMS")
            .with("HOME", home())
            .with("PATH", "/usr/bin:/bin")
            .with("ANTHROPIC_BASE_URL", llm.url())
            .within(Duration.ofSeconds(90));
    for (var variable : environment.entrySet()) {
      program = program.with(variable.getKey(), variable.getValue());
    }
    return program;
  }

  private Path home() {
    return place.resolve("home");
  }

  private Path data() {
    return home().resolve(".local/share/retinue");
  }
}
