package dev.retinue.crash;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Slow;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients on the pipes of fronts, while daemons are killed: the fronts start them again, nothing
/// that was told is lost, and nothing is begun twice.
final class KilledBehindFrontTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int BETWEEN_AUDITS = 10;

  @TempDir private Path folder;
  private final Random random = new Random();
  private final ReentrantReadWriteLock world = new ReentrantReadWriteLock(true);
  private int daemonsKilled;
  private int frontsKilled;

  @AfterEach
  void endWhatIsLeft() {
    Traces.kill(folder);
  }

  @Test
  @EndToEnd
  void nothing_is_lost_behind_fronts_in_5_kills(TestReporter reporter) throws Exception {
    nothingIsLostIn(5, reporter);
  }

  @Test
  @Slow
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void nothing_is_lost_behind_fronts_in_200_kills(TestReporter reporter) throws Exception {
    nothingIsLostIn(200, reporter);
  }

  private void nothingIsLostIn(int kills, TestReporter reporter) throws Exception {
    long begun = System.nanoTime();
    long seed = random.nextInt(1 << 20);
    reporter.publishEntry("seed", Long.toString(seed));
    random.setSeed(seed);
    Succession.writeConfig(folder);
    Files.createDirectory(
        Succession.data(folder),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var ledger = new Ledger(folder.resolve("acknowledged"));
    var audit = new Audit(Succession.data(folder));
    try (var http = HttpClient.newHttpClient()) {
      var callers = callers(ledger, http);
      var threads = callers.stream().map(Thread.ofVirtual()::start).toList();
      for (int kill = 1; kill <= kills; kill++) {
        killOnce(ledger, callers, kill == kills);
        var when = "kill %d of seed %d".formatted(kill, seed);
        if (kill % BETWEEN_AUDITS == 0) {
          whileNobodyCalls(
              () -> assertThat(audit.inspectNew(ledger.acknowledged())).as(when).isEmpty());
        }
        assertThat(ledger.problems()).as(when).isEmpty();
      }
      callers.forEach(FrontCaller::finish);
      for (var thread : threads) {
        assertThat(thread.join(PATIENCE)).isTrue();
      }
      lookAtEverything(ledger, http);
    }
    Traces.kill(folder);
    var acknowledged = ledger.acknowledged();
    assertThat(audit.inspectAll(acknowledged)).isEmpty();
    assertThat(audit.begunTwice()).isEmpty();
    assertThat(ledger.problems()).isEmpty();
    assertThat(acknowledged).hasSizeGreaterThan(kills);
    reporter.publishEntry("answers", Integer.toString(ledger.said()));
    reporter.publishEntry("acknowledged", Integer.toString(acknowledged.size()));
    reporter.publishEntry("unanswered", Integer.toString(ledger.unanswered()));
    reporter.publishEntry("runs", Integer.toString(audit.runs()));
    reporter.publishEntry("payloads", Integer.toString(ledger.payloads()));
    reporter.publishEntry("daemons killed", Integer.toString(daemonsKilled));
    reporter.publishEntry("fronts killed", Integer.toString(frontsKilled));
    reporter.publishEntry(
        "seconds", Long.toString(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)));
  }

  private List<FrontCaller> callers(Ledger ledger, HttpClient http) {
    var callers = new ArrayList<FrontCaller>();
    for (var mode : List.of(new Mode.Modern(), new Mode.Legacy("2025-06-18"), new Mode.Auto())) {
      callers.add(
          new FrontCaller(
              folder,
              ClientOptions.named("caller", "1").in(mode),
              ledger,
              new RemoteCaller(ledger, http, random.nextLong(), true),
              world.readLock()));
    }
    return callers;
  }

  /// Mostly the daemon, when it has answered a little or as soon as it is there; else a front.
  private void killOnce(Ledger ledger, List<FrontCaller> callers, boolean last)
      throws IOException, InterruptedException {
    if (random.nextInt(4) != 0) {
      int enough = ledger.said() + random.nextInt(150);
      assertThat(ledger.awaitSaid(enough, PATIENCE)).isTrue();
    }
    var daemon = awaitDaemon();
    if (last || random.nextInt(6) == 0) {
      frontsKilled++;
      callers.get(random.nextInt(callers.size())).killFront();
      assertThat(daemon.isAlive()).as("a daemon outlives its fronts").isTrue();
    } else {
      daemonsKilled++;
      kill(daemon);
    }
  }

  private static void kill(ProcessHandle daemon) {
    daemon.destroyForcibly();
    daemon.onExit().join();
  }

  /// One that says that it is there writes it down in the data directory.
  private ProcessHandle awaitDaemon() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (var watch = folder.getFileSystem().newWatchService()) {
      Succession.data(folder).register(watch, ENTRY_CREATE, ENTRY_MODIFY);
      for (var found = daemon(); ; found = daemon()) {
        if (found.isPresent()) {
          return found.get();
        }
        var event = watch.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        assertThat(event).as("the wait for a daemon").isNotNull();
        event.pollEvents();
        event.reset();
      }
    }
  }

  private Optional<ProcessHandle> daemon() {
    return DaemonRecord.find(Succession.data(folder)).flatMap(it -> ProcessHandle.of(it.pid()));
  }

  private interface Look {
    void look() throws IOException;
  }

  private void whileNobodyCalls(Look look) throws IOException, InterruptedException {
    world.writeLock().lock();
    try {
      kill(awaitDaemon());
      look.look();
    } finally {
      world.writeLock().unlock();
    }
  }

  private void lookAtEverything(Ledger ledger, HttpClient http)
      throws IOException, Voice.Unanswered {
    try (var front = FrontProcess.start(folder);
        var voice = new McpVoice(front.client(ClientOptions.named("last", "1")))) {
      var caller = new RemoteCaller(ledger, http, 0, true);
      for (var run : ledger.ended()) {
        caller.look(voice, run);
      }
      for (var key : ledger.keys()) {
        caller.start(voice, key);
      }
      caller.stopAll(voice, ledger.acknowledged());
    }
  }
}
