package dev.retinue.runtime.standby;

import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Answers a question that nobody answers in time, so that no run waits for ever. It is closed when
/// there is an answer.
public final class AnswerDeadline implements AutoCloseable {
  private static final int PAGE = 500;
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Thread timer;

  private AnswerDeadline(Thread timer) {
    this.timer = timer;
  }

  /// Begins before the question is asked. Whoever asks again after a restart does not begin to wait
  /// anew.
  ///
  /// @param otherwise the answer when the time is over
  public static AnswerDeadline begin(
      Work work, String need, Duration patience, String otherwise, InstantSource clock) {
    var now = clock.instant();
    var left = Duration.between(now, askedAt(work, need).orElse(now).plus(patience));
    return new AnswerDeadline(
        Thread.ofVirtual()
            .name("until-" + need)
            .start(() -> answer(work, need, left.isNegative() ? Duration.ZERO : left, otherwise)));
  }

  private static void answer(Work work, String need, Duration left, String otherwise) {
    try {
      Thread.sleep(left);
      while (true) { // A short time may be over before it is asked.
        work.withdraw(need, otherwise);
        Thread.sleep(AGAIN);
      }
    } catch (InterruptedException e) {
      // Somebody has answered.
    }
  }

  private static Optional<Instant> askedAt(Work work, String need) {
    long after = 0;
    while (work.resumed()) {
      var page = work.history(after, PAGE);
      for (var recorded : page) {
        if (recorded.event() instanceof RunEvent.Asked(var at, var asked)
            && asked.id().equals(need)) {
          return Optional.of(at);
        }
      }
      if (page.size() < PAGE) {
        break;
      }
      after = page.getLast().sequence();
    }
    return Optional.empty();
  }

  /// As people say it.
  public static String words(Duration time) {
    return time.toSeconds() % 60 == 0 && time.toMinutes() > 0
        ? time.toMinutes() + " min"
        : time.toMillis() / 1000.0 + " s";
  }

  @Override
  public void close() {
    timer.interrupt();
  }
}
