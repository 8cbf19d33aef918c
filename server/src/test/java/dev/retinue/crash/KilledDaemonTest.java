package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Slow;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Nothing that callers over HTTP were told is lost, whenever the packaged daemon is killed.
final class KilledDaemonTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private final Random random = new Random();
  private volatile boolean over;

  @Test
  @EndToEnd
  void nothing_is_lost_over_http_in_8_kills(TestReporter reporter) throws Exception {
    nothingIsLostIn(8, reporter);
  }

  @Test
  @Slow
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void nothing_is_lost_over_http_in_200_kills(TestReporter reporter) throws Exception {
    nothingIsLostIn(200, reporter);
  }

  private void nothingIsLostIn(int kills, TestReporter reporter) throws Exception {
    long begun = System.nanoTime();
    long seed = random.nextInt(1 << 20);
    reporter.publishEntry("seed", Long.toString(seed));
    random.setSeed(seed);
    var ledger = new Ledger(folder.resolve("acknowledged"));
    var audit = new Audit(Succession.data(folder));
    try (var daemons = new Succession(folder)) {
      var callers = callers(daemons, ledger);
      for (int kill = 1; kill <= kills; kill++) {
        killOnce(daemons, ledger, kill == 1);
        var when = "kill %d of seed %d".formatted(kill, seed);
        assertThat(audit.inspectNew(ledger.acknowledged())).as(when).isEmpty();
        assertThat(ledger.problems()).as(when).isEmpty();
      }
      over = true;
      daemons.begin();
      daemons.open();
      for (var caller : callers) {
        assertThat(caller.join(PATIENCE)).isTrue();
      }
      lookAtEverything(daemons, ledger);
      assertThat(daemons.kill()).isEmpty();
      assertThat(Traces.of(folder)).isEmpty();
    }
    var acknowledged = ledger.acknowledged();
    assertThat(audit.inspectAll(acknowledged)).isEmpty();
    assertThat(audit.begunTwice()).isEmpty();
    assertThat(ledger.problems()).isEmpty();
    reporter.publishEntry("answers", Integer.toString(ledger.said()));
    reporter.publishEntry("acknowledged", Integer.toString(acknowledged.size()));
    reporter.publishEntry("unanswered", Integer.toString(ledger.unanswered()));
    reporter.publishEntry("runs", Integer.toString(audit.runs()));
    reporter.publishEntry("payloads", Integer.toString(ledger.payloads()));
    reporter.publishEntry(
        "seconds", Long.toString(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)));
    assertThat(acknowledged).hasSizeGreaterThan(kills);
    assertThat(ledger.unanswered()).as("some calls were hit").isPositive();
  }

  /// Sometimes while it starts and recovers, mostly when it has answered a little.
  private void killOnce(Succession daemons, Ledger ledger, boolean first) throws Exception {
    daemons.begin();
    if (!first && random.nextInt(4) == 0) {
      assertThat(daemons.lives(Duration.ofMillis(random.nextInt(900)))).isTrue();
    } else {
      daemons.open();
      int enough = ledger.said() + random.nextInt(300);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (ledger.said() < enough && System.nanoTime() < deadline) {
        assertThat(daemons.lives(Duration.ofMillis(3))).isTrue();
      }
      assertThat(ledger.said()).isGreaterThanOrEqualTo(enough);
    }
    assertThat(daemons.kill()).isEmpty();
  }

  private interface Opening {
    Voice open() throws Voice.Unanswered;
  }

  private List<Thread> callers(Succession daemons, Ledger ledger) {
    var http = HttpClient.newHttpClient();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 2; i++) {
      for (var mode : List.of(new Mode.Modern(), new Mode.Legacy("2025-06-18"))) {
        var caller = new RemoteCaller(ledger, http, random.nextLong(), true);
        threads.add(begin(daemons, ledger, caller, () -> mcp(daemons, mode)));
      }
      var caller = new RemoteCaller(ledger, http, random.nextLong(), false);
      threads.add(begin(daemons, ledger, caller, () -> rest(daemons)));
    }
    return threads;
  }

  private static Voice mcp(Succession daemons, Mode mode) throws Voice.Unanswered {
    var options = ClientOptions.named("caller", "1").in(mode).bearer(daemons.token());
    return McpVoice.at(URI.create(daemons.url() + "/mcp"), options);
  }

  private static Voice rest(Succession daemons) {
    return new RestVoice(daemons.url(), daemons.token());
  }

  private Thread begin(Succession daemons, Ledger ledger, RemoteCaller caller, Opening opening) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (!over) {
                  callDuring(daemons.awaitReign(), daemons, ledger, caller, opening);
                }
              } catch (InterruptedException | RuntimeException e) {
                ledger.complain("a caller gave up: " + e);
              }
            });
  }

  private void callDuring(
      int reign, Succession daemons, Ledger ledger, RemoteCaller caller, Opening opening)
      throws InterruptedException {
    try (var voice = opening.open()) {
      while (!over) {
        caller.act(voice);
      }
    } catch (Voice.Unanswered e) {
      ledger.sayUnanswered();
      if (!daemons.awaitEnd(reign, PATIENCE)) {
        ledger.complain("unanswered, though nobody was killed: " + e.getCause());
      }
    }
  }

  /// As every caller may, as late as he likes.
  private void lookAtEverything(Succession daemons, Ledger ledger)
      throws IOException, InterruptedException, Voice.Unanswered {
    try (var http = HttpClient.newHttpClient();
        var rest = rest(daemons);
        var modern = mcp(daemons, new Mode.Modern());
        var legacy = mcp(daemons, new Mode.Legacy("2025-11-25"))) {
      var caller = new RemoteCaller(ledger, http, 0, true);
      var voices = List.of(rest, modern, legacy);
      for (var run : ledger.ended()) {
        caller.look(voices.get(random.nextInt(voices.size())), run);
      }
      for (var key : ledger.keys()) {
        caller.start(voices.get(random.nextInt(voices.size())), key);
      }
      caller.stopAll(modern, ledger.acknowledged());
    }
  }
}
