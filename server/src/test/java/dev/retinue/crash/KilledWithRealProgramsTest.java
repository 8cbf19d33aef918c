package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.crash.Burst.Start;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged daemon is killed while the real `claude` and `codex` are at work for it, with tools
/// of theirs that do not end by themselves.
final class KilledWithRealProgramsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String STAFF =
      """
      staff:
        claude:
          description: Does what its script says.
          runtime: claude
          tools: [Bash]
        codex:
          description: Does what its script says.
          runtime: codex
          tools: [shell]
      """;

  @TempDir private Path folder;
  private final Random random = new Random();
  private ScriptedLlm llm;
  private int atWork;
  private int orphans;

  @BeforeEach
  void begin() {
    assumeTrue(Npm.isInstalled(), "the programs are not installed below .cache");
    llm = ScriptedLlm.start();
  }

  @AfterEach
  void end() {
    llm.close();
  }

  @Test
  @EndToEnd
  void nothing_is_left_of_6_real_programs_in_a_kill(TestReporter reporter) throws Exception {
    nothingIsLeftOf(6, 1, reporter);
  }

  @Test
  @Slow
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void nothing_is_left_of_30_real_programs_in_3_kills(TestReporter reporter) throws Exception {
    nothingIsLeftOf(30, 3, reporter);
  }

  private void nothingIsLeftOf(int programs, int kills, TestReporter reporter) throws Exception {
    try (var daemons =
        new Succession(
            folder, STAFF, RealPrograms.in(folder.resolve("home"), llm.url()).environment())) {
      daemons.begin();
      daemons.open();
      for (int kill = 1; kill <= kills; kill++) {
        new Burst(daemons, starts(programs)).until(programs, () -> kill(daemons));
        daemons.begin();
        daemons.open();
        long since = KilledWithProgramsTest.began(daemons.pid());
        assertThat(marked())
            .as("kill " + kill)
            .allSatisfy(
                pid -> assertThat(KilledWithProgramsTest.began(pid)).isGreaterThanOrEqualTo(since));
      }
      endEverything(daemons);
    }
    reporter.publishEntry("processes when killed", Integer.toString(atWork));
    reporter.publishEntry("orphans after the kills", Integer.toString(orphans));
    assertThat(atWork).as("programs were hit").isPositive();
  }

  /// When the first of them asks its model, and the others are beginning.
  private void kill(Succession daemons) throws Exception {
    int asked = llm.exchanges().size();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (llm.exchanges().size() == asked) {
      assertThat(System.nanoTime()).as("the wait for a model to be asked").isLessThan(deadline);
      assertThat(daemons.lives(Duration.ofMillis(20))).isTrue();
    }
    assertThat(daemons.lives(Duration.ofMillis(random.nextInt(3000)))).isTrue();
    atWork += marked().size();
    assertThat(daemons.kill()).isEmpty();
    orphans += marked().size();
  }

  private static List<Start> starts(int programs) {
    var contract =
        "Wait.\n" + ScriptedLlm.script(Turn.shell("tail -f /dev/null"), Turn.text("Never."));
    var starts = new ArrayList<Start>();
    for (int i = 0; i < programs; i++) {
      starts.add(new Start(i % 2 == 0 ? "claude" : "codex", contract));
    }
    return starts;
  }

  /// The processes of all runs, by the mark of the data directory.
  private List<Long> marked() throws IOException {
    var mark = "RETINUE_HOME=" + Succession.data(folder).toRealPath();
    try (var processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(it -> it.getFileName().toString().matches("\\d+"))
          .filter(it -> environ(it).contains(mark))
          .map(it -> Long.valueOf(it.getFileName().toString()))
          .toList();
    }
  }

  private static String environ(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private void endEverything(Succession daemons) throws Exception {
    try (var voice = new RestVoice(daemons.url(), daemons.token())) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      for (var open = OpenRows.in(folder); !open.isEmpty(); open = OpenRows.in(folder)) {
        assertThat(System.nanoTime()).as("the wait for " + open).isLessThan(deadline);
        for (var run : open) {
          voice.call("agent_stop", Json.object().put("agent_id", run));
        }
      }
    }
    assertThat(marked()).isEmpty();
    assertThat(Succession.data(folder).resolve("run")).isEmptyDirectory();
    assertThat(daemons.kill()).isEmpty();
  }
}
