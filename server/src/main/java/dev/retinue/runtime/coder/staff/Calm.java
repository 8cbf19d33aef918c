package dev.retinue.runtime.coder.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.core.port.Work.RunEndedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits for a run: between two looks, and while Coder cannot be reached. Whoever stops the run
/// ends every wait.
final class Calm {
  private static final int LONGEST = 10;

  private final Work work;
  private final InstantSource clock;
  private final Duration look;
  private final CountDownLatch ended = new CountDownLatch(1);
  private Duration pause;
  private String told = "";

  /// @param look how long between two looks at least; ten times that where nothing happens
  Calm(Work work, InstantSource clock, Duration look) {
    this.work = work;
    this.clock = clock;
    this.look = look;
    this.pause = look;
    work.whenEnded(ended::countDown);
  }

  /// Something that is asked of Coder.
  interface Question<T> {
    T ask() throws InterruptedException;
  }

  /// Asks until there is an answer, or a refusal that will not pass.
  <T> T ask(Question<T> question) throws InterruptedException {
    var since = clock.instant();
    while (true) {
      requireOpen();
      try {
        return question.ask();
      } catch (RetinueException e) {
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
          throw e;
        }
        await(since, e.getMessage());
      }
    }
  }

  /// Waits a little for something that somebody should know of.
  ///
  /// @param since when it began
  /// @param why a sentence
  void await(Instant since, String why) throws InterruptedException {
    if (!told.equals(why)) {
      told = why;
      work.tell(new RunEvent.Noted(now(), why + " The run waits for it."));
    }
    var patience = work.agent().conduct().vigilance().quotaPatience();
    if (clock.instant().isAfter(since.plus(patience))) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s This took longer than it may (quota-patience: %d s)."
              .formatted(why, patience.toSeconds()));
    }
    rest();
  }

  /// Something happened, so something else may happen soon.
  void hurry() {
    told = "";
    pause = look;
  }

  /// Until the next look.
  void rest() throws InterruptedException {
    requireOpen();
    ended.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    requireOpen();
    var longest = look.multipliedBy(LONGEST);
    var next = pause.multipliedBy(3).dividedBy(2);
    pause = next.compareTo(longest) > 0 ? longest : next;
  }

  private void requireOpen() {
    if (work.ended()) {
      throw new RunEndedException(work.run().id());
    }
  }

  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
