package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Budget;
import dev.retinue.core.FailureReason;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Ends a run when its time is over, by a clock that does not jump.
final class Deadline {
  // A limit that is raised in the meantime is seen at the next look.
  private static final Duration NEXT_LOOK = Duration.ofSeconds(30);

  private final Staff staff;
  private final RunStore store;
  private final RunId run;
  private final Supplier<Duration> active;
  private final CountDownLatch ended;

  Deadline(
      Staff staff, RunStore store, RunId run, Supplier<Duration> active, CountDownLatch ended) {
    this.staff = staff;
    this.store = store;
    this.run = run;
    this.active = active;
    this.ended = ended;
  }

  Thread watch() {
    return Thread.ofVirtual().name("deadline-" + run).start(this::await);
  }

  private void await() {
    try {
      while (ended.getCount() > 0) {
        var account = Patience.insist(() -> store.account(run));
        var limit = account.map(Account::budget).map(Budget::maxSeconds);
        var left =
            limit.map(seconds -> Duration.ofSeconds(seconds).minus(active.get())).orElse(NEXT_LOOK);
        if (left.isNegative() || left.isZero()) {
          timeOut(limit.orElse(0L));
          return;
        }
        var pause = left.compareTo(NEXT_LOOK) < 0 ? left : NEXT_LOOK;
        ended.await(pause.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      // The work has returned.
    } catch (RetinueException e) {
      if (!Thread.currentThread().isInterrupted()) {
        throw e;
      }
    }
  }

  private void timeOut(long seconds) {
    var message = "it was at work for more than %d seconds (max_seconds)".formatted(seconds);
    Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = change.require(run);
                  return change.record(now, now.fail(FailureReason.TIMEOUT, message, change.now()));
                }));
  }
}
