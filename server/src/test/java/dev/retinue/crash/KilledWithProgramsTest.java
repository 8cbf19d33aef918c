package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.State;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.Program;
import dev.retinue.testing.Slow;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged daemon is killed in bursts of programs that do everything to stay. The next one
/// leaves nothing of them, touches nothing else, and tells the truth about their runs.
final class KilledWithProgramsTest {
  private static final int BURST = 30;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static final String STAFF =
      """
      staff:
        programmer:
          description: Plays its contract.
          runtime: codex
      """;

  @TempDir private Path folder;
  private final Random random = new Random();
  private Path bin;
  private Program.Running stranger;
  private int atWork;
  private int orphans;
  private int mistaken;

  @BeforeEach
  void begin() throws IOException {
    bin = folder.resolve("bin");
    Player.install(bin, "codex");
    stranger = Program.of("sleep", "3000").start();
  }

  @AfterEach
  void end() {
    stranger.kill();
    Traces.kill(folder);
  }

  @Test
  @EndToEnd
  void nothing_is_left_of_programs_in_4_kills(TestReporter reporter) throws Exception {
    nothingIsLeftIn(4, reporter);
  }

  @Test
  @Slow
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void nothing_is_left_of_programs_in_50_kills(TestReporter reporter) throws Exception {
    nothingIsLeftIn(50, reporter);
  }

  private void nothingIsLeftIn(int kills, TestReporter reporter) throws Exception {
    long begun = System.nanoTime();
    long seed = random.nextInt(1 << 20);
    reporter.publishEntry("seed", Long.toString(seed));
    random.setSeed(seed);
    var environment = Map.of("PATH", bin + ":/usr/bin:/bin");
    try (var daemons = new Succession(folder, STAFF, environment)) {
      daemons.begin();
      daemons.open();
      for (int kill = 1; kill <= kills; kill++) {
        killInBurst(daemons);
        passOffStrangerAsOurs();
        daemons.begin();
        daemons.open();
        assertNothingIsOlderThan(daemons, "kill %d of seed %d".formatted(kill, seed));
      }
      endEverything(daemons);
    }
    assertTruth(reporter);
    reporter.publishEntry("programs at work when killed", Integer.toString(atWork));
    reporter.publishEntry("orphans after the kills", Integer.toString(orphans));
    reporter.publishEntry("runs with a stranger's number", Integer.toString(mistaken));
    reporter.publishEntry(
        "seconds", Long.toString(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)));
    assertThat(atWork).as("programs were hit").isGreaterThan(kills);
    assertThat(mistaken).as("runs with a stranger's number").isPositive();
  }

  /// Mostly in its midst, sometimes when all are at work.
  private void killInBurst(Succession daemons) throws Exception {
    int enough = random.nextInt(4) == 0 ? BURST : 1 + random.nextInt(BURST);
    Burst.ofTricks(daemons, "programmer", BURST, random)
        .until(
            enough,
            () -> {
              assertThat(daemons.lives(Duration.ofMillis(random.nextInt(400)))).isTrue();
              atWork += Traces.of(bin).size();
              assertThat(daemons.kill()).isEmpty();
              orphans += Traces.of(bin).size();
            });
  }

  /// As if the system had given its number to somebody else meanwhile.
  private void passOffStrangerAsOurs() throws SQLException {
    var file = Succession.data(folder).resolve("retinue.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var change =
            connection.prepareStatement(
                "UPDATE run SET progress = json_set(progress, '$.dossier.facts.pid', ?)"
                    + " WHERE open = 1 AND json_extract(progress, '$.dossier.facts.pid') IS NOT NULL"
                    + " AND random() % 2 = 0")) {
      change.setString(1, Long.toString(stranger.process().pid()));
      mistaken += change.executeUpdate();
    }
  }

  /// Reaped is before anybody can come in.
  private void assertNothingIsOlderThan(Succession daemons, String when) {
    long since = began(daemons.pid());
    assertThat(Traces.of(bin))
        .as(when)
        .allSatisfy(process -> assertThat(began(process.pid())).isGreaterThanOrEqualTo(since));
    assertThat(stranger.process().isAlive()).as("a stranger, " + when).isTrue();
  }

  /// In ticks of the machine's clock.
  static long began(long pid) {
    try {
      var line = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ", -1)[19]);
    } catch (IOException e) {
      return Long.MAX_VALUE; // It has ended by itself.
    }
  }

  /// By their owner, as the last of the daemons still serves.
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
    assertThat(Traces.of(bin)).isEmpty();
    assertThat(Succession.data(folder).resolve("run")).isEmptyDirectory();
    assertThat(daemons.kill()).isEmpty();
  }

  private void assertTruth(TestReporter reporter) {
    try (var remains = new Remains(Succession.data(folder))) {
      var runs = remains.runs();
      assertThat(runs)
          .allSatisfy(
              run -> {
                if (run.state() instanceof State.Failed failed) {
                  assertThat(failed.reason())
                      .as(run.toString())
                      .isEqualTo(FailureReason.INTERRUPTED);
                }
                assertThat(run.ended() && !run.ending()).isTrue();
              });
      runs.stream()
          .collect(Collectors.groupingBy(run -> run.state().word(), Collectors.counting()))
          .forEach((word, count) -> reporter.publishEntry(word, count.toString()));
    }
  }
}
