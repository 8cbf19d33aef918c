package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Budget;
import dev.retinue.core.FailureReason;
import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Ends a run when its time is over, by a clock that does not jump.
final class Deadline implements AutoCloseable {
  // A limit that is raised in the meantime is seen at the next look.
  private static final Duration NEXT_LOOK = Duration.ofSeconds(30);
  // Time stands still while the run waits for somebody: the last moment must not be looked at for
  // ever without a pause.
  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration TROUBLE = Duration.ofSeconds(1);

  private final Staff staff;
  private final RunStore store;
  private final RunId run;
  private final Supplier<Duration> active;
  private final CountDownLatch ended;
  private final Thread thread;

  Deadline(
      Staff staff, RunStore store, RunId run, Supplier<Duration> active, CountDownLatch ended) {
    this.staff = staff;
    this.store = store;
    this.run = run;
    this.active = active;
    this.ended = ended;
    this.thread = Thread.ofVirtual().name("deadline-" + run).unstarted(this::await);
  }

  /// Looks until it is closed, or the run has ended.
  Deadline watch() {
    thread.start();
    return this;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /// Whether nobody looks any more.
  boolean awaitEnd(Duration patience) throws InterruptedException {
    return thread.join(patience);
  }

  private void await() {
    try {
      while (!ended.await(look().toNanos(), TimeUnit.NANOSECONDS)) {
        // Not yet.
      }
    } catch (InterruptedException e) {
      // The work has returned, or is to let go: then whoever comes next looks after the run.
    }
  }

  /// Ends the run if its time is over, and says when to look again.
  Duration look() {
    try {
      var limit = store.account(run).map(Account::budget).map(Budget::maxSeconds);
      if (limit.isEmpty()) {
        return NEXT_LOOK;
      }
      var left = Duration.ofSeconds(limit.get()).minus(active.get());
      if (!left.isPositive()) {
        timeOut(limit.get());
        return NEXT_LOOK;
      }
      var next = left.compareTo(NEXT_LOOK) < 0 ? left : NEXT_LOOK;
      return next.compareTo(SHORTEST) > 0 ? next : SHORTEST;
    } catch (Exception e) {
      // The run is not left without an end.
      Trouble.note("the time of a run could not be looked at, and is tried again soon", e);
      return TROUBLE;
    }
  }

  private void timeOut(long seconds) {
    var message = "it was at work for longer than it may (max_seconds %d)".formatted(seconds);
    staff.change(
        change -> {
          var now = change.require(run);
          return change.record(now, now.fail(FailureReason.TIMEOUT, message, change.now()));
        });
  }
}
