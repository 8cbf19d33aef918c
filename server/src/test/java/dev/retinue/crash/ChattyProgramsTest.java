package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Programs that never stop talking do not fill the memory of the packaged daemon.
final class ChattyProgramsTest {
  private static final long MB = 1 << 20;
  private static final long MOST_GROWTH = 64 * MB;
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern MOST_RESIDENT = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  @TempDir private Path folder;

  // Begun by each test, as large as it wants it.
  @SuppressWarnings("NullAway.Init")
  private Succession daemons;

  @AfterEach
  void end() {
    daemons.close();
  }

  @Test
  @EndToEnd
  void five_programs_that_print_64_mb_each_do_not_fill_the_memory(TestReporter reporter)
      throws Exception {
    memoryStaysFlat(64 * MB, Duration.ofMinutes(4), reporter);
  }

  /// As much as a program may write to one file.
  @Test
  @Slow
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void five_programs_that_print_1_gb_each_do_not_fill_the_memory(TestReporter reporter)
      throws Exception {
    memoryStaysFlat(1024 * MB - 1000, Duration.ofMinutes(15), reporter);
  }

  private void memoryStaysFlat(long bytes, Duration patience, TestReporter reporter)
      throws Exception {
    begin();
    try (var voice = new RestVoice(daemons.url(), daemons.token())) {
      awaitAll(voice, List.of(start(voice, "lines 30000000", "line 9000000")), patience);
      long before = memory(RESIDENT);
      long begun = System.nanoTime();

      var runs = new ArrayList<String>();
      for (int i = 0; i < 4; i++) {
        runs.add(start(voice, "lines " + bytes));
      }
      runs.add(start(voice, "line " + bytes));
      awaitAll(voice, runs, patience);

      long growth = memory(MOST_RESIDENT) - before;
      reporter.publishEntry("resident before", before / MB + " MB");
      reporter.publishEntry("growth at most", growth / MB + " MB");
      reporter.publishEntry(
          "seconds", Long.toString(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)));
      assertThat(growth).as("from %d MB", before / MB).isLessThan(MOST_GROWTH);
    }
  }

  private void begin() throws IOException {
    var bin = folder.resolve("bin");
    Player.install(bin, "codex");
    var environment = Map.of("PATH", bin + ":/usr/bin:/bin", "JDK_JAVA_OPTIONS", "-Xmx256m");
    daemons = new Succession(folder, KilledWithProgramsTest.STAFF, environment);
    daemons.begin();
    daemons.open();
  }

  private static String start(Voice voice, String... steps) throws Voice.Unanswered {
    var script = new ArrayList<>(List.of("begin"));
    script.addAll(List.of(steps));
    var contract = Player.script(script.toArray(String[]::new));
    return voice
        .call("agent_start", Json.object().put("agent", "programmer").put("contract", contract))
        .path("agent_id")
        .asString();
  }

  /// They say no last word, and so fail; but not for want of memory.
  private void awaitAll(Voice voice, List<String> runs, Duration patience) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    for (var run : runs) {
      var arguments = Json.object();
      arguments.putArray("agent_ids").add(run);
      var seen = voice.call("agent_status", arguments);
      while (!seen.toString().contains("invalid output")) {
        assertThat(System.nanoTime()).as("the wait: " + seen).isLessThan(deadline);
        assertThat(daemons.lives(Duration.ofMillis(100))).isTrue();
        seen = voice.call("agent_status", arguments);
      }
    }
  }

  private long memory(Pattern line) throws IOException {
    var found = line.matcher(Files.readString(Path.of("/proc/" + daemons.pid() + "/status")));
    assertThat(found.find()).isTrue();
    return Long.parseLong(found.group(1)) * 1024;
  }
}
