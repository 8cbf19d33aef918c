package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How a front ends when it is told to, while a call is at work at its daemon.
@EndToEnd
final class FrontSignalsTest {
  private static final Duration ALL = Duration.ofSeconds(8);
  private static final int CALL = 2;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"TERM,143", "INT,130", "HUP,129", "end of input,0"})
  void a_call_in_flight_is_answered_before_it_ends(String reason, int exitCode) throws Exception {
    try (var front = PipedRetinue.start(folder)) {
      var daemon = callInFlight(front);

      end(front, reason);
      PipedRetinue.signal("CONT", daemon.pid());

      assertThat(front.answer(CALL).at("/result/structuredContent/agents/0/status").asString(""))
          .isEqualTo("running");
      assertThat(front.process().waitFor(ALL.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(front.process().exitValue()).isEqualTo(exitCode);
      assertThat(daemon.isAlive()).as("the daemon and its runs live on").isTrue();
    }
  }

  @Test
  void a_daemon_that_does_not_answer_is_waited_for_five_seconds() throws Exception {
    try (var front = PipedRetinue.start(folder)) {
      callInFlight(front);
      long begun = System.nanoTime();
      end(front, "TERM");
      assertThat(front.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isBetween(Duration.ofMillis(4_900), ALL);
      assertThat(front.process().exitValue()).isEqualTo(143);
      assertThat(front.answer(CALL).at("/error/message").asString(""))
          .contains("whether it was done is not known");
    }
  }

  /// The daemon stands still, and so does the call.
  private static ProcessHandle callInFlight(PipedRetinue front)
      throws IOException, InterruptedException {
    front.call(1, "agent_start", "\"contract\":\"hang\"");
    var run = front.answer(1).at("/result/structuredContent/agent_id").asString();
    var daemon = front.daemon().orElseThrow();
    PipedRetinue.signal("STOP", daemon.pid());
    awaitStill(daemon);
    front.call(CALL, "agent_status", "\"agent_ids\":[\"%s\"]".formatted(run));
    assertThat(front.saidUntilTaken()).isEmpty();
    return daemon;
  }

  /// Its threads are stopped one by one, after the signal was sent.
  private static void awaitStill(ProcessHandle daemon) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!isStill(daemon)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }

  private static boolean isStill(ProcessHandle daemon) throws IOException {
    try (var threads = Files.list(Path.of("/proc/%d/task".formatted(daemon.pid())))) {
      return threads
          .map(it -> Repository.text(it.resolve("stat")))
          .allMatch(it -> it.contains(") T "));
    } catch (UncheckedIOException e) {
      return false; // A thread ended meanwhile.
    }
  }

  /// Returns when it takes nothing new any more.
  private static void end(PipedRetinue front, String reason)
      throws IOException, InterruptedException {
    if (reason.equals("end of input")) {
      front.process().getOutputStream().close();
      return;
    }
    PipedRetinue.signal(reason, front.process().pid());
    for (int id = CALL + 1; ; id++) {
      front.call(id, "retinue_status", "");
      var said = front.saidUntilTaken();
      if (!said.isEmpty()) {
        assertThat(said.getFirst().at("/error/message").asString(""))
            .isEqualTo("Retinue is being stopped and takes no new work.");
        return;
      }
    }
  }
}
