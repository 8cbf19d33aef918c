package dev.retinue.store.sqlite;

import dev.retinue.core.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The one thread that changes the database: it takes what waits into one transaction, and answers
/// when that is durable.
final class Writer {
  private enum State {
    OPEN,
    /// Takes nothing new, and stays as long as somebody reads.
    SHUT,
    CLOSING,
    ENDED,
    /// Something was lost that cannot be found again.
    BROKEN
  }

  private final Transactions transactions;
  private final Failures failures;
  private final Patience patience;
  private final Intake intake;
  private final Runnable onFatal;
  private final Thread thread = Thread.ofPlatform().name("store-writer").unstarted(this::work);
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Change<?>> taken = new ArrayList<>();

  /// Not a change: it wakes the thread when it is to end.
  private final Change<?> wakeUp = new Change<>(_ -> "");

  Writer(
      Transactions transactions,
      Failures failures,
      Limits limits,
      Patience patience,
      Runnable onFatal) {
    this.transactions = transactions;
    this.failures = failures;
    this.patience = patience;
    this.intake = new Intake(limits, patience);
    this.onFatal = onFatal;
  }

  void start() {
    thread.start();
  }

  <T extends @Nullable Object> T change(SqlWork<T> work) {
    if (Thread.currentThread().equals(thread)) {
      throw new IllegalStateException(
          "A change cannot wait for another: it would wait for itself.");
    }
    requireOpen();
    var change = new Change<>(work);
    if (!intake.offer(change)) {
      throw Failures.overloaded(Limit.STORE_QUEUE, "changes");
    }
    // The thread may have ended, and refused what was there, before this was there.
    if (hasEnded() && intake.withdraw(change)) {
      requireOpen();
    }
    return change.await();
  }

  private void requireOpen() {
    switch (state.get()) {
      case OPEN -> {}
      case SHUT, CLOSING, ENDED -> throw Failures.closing();
      case BROKEN -> throw failures.stopped(null);
    }
  }

  boolean isBroken() {
    return state.get() == State.BROKEN;
  }

  private boolean hasEnded() {
    return switch (state.get()) {
      case OPEN, SHUT, CLOSING -> false;
      case ENDED, BROKEN -> true;
    };
  }

  private void work() {
    try {
      while (!transactions.isBroken() && (stays() || !intake.isEmpty())) {
        round();
      }
    } catch (RuntimeException | Error e) {
      end(State.BROKEN);
      throw e;
    }
    end(transactions.isBroken() ? State.BROKEN : State.ENDED);
  }

  private boolean stays() {
    return switch (state.get()) {
      case OPEN, SHUT -> true;
      case CLOSING, ENDED, BROKEN -> false;
    };
  }

  private void round() {
    boolean leisure = transactions.hasTidyingToDo();
    try {
      intake.take(taken, leisure);
    } catch (InterruptedException _) {
      return; // Nobody means this thread: it ends when it is told to.
    }
    if (taken.isEmpty()) {
      transactions.tidyAtLeisure();
      return;
    }
    taken.remove(wakeUp);
    if (!taken.isEmpty()) {
      transactions.carryOut(taken);
      if (transactions.isBroken()) {
        return;
      }
      answer();
    }
    transactions.tidy();
  }

  private void answer() {
    taken.forEach(Change::answer);
    taken.clear();
  }

  /// From here on no answer says that something is durable. After a failure nobody is answered
  /// before the process had its chance to end: what was refused may be on disk all the same, and
  /// whoever tried again would write over what belongs to it.
  private void end(State last) {
    state.set(last);
    transactions.close();
    ended.countDown();
    try {
      if (last == State.BROKEN) {
        onFatal.run();
      }
    } finally {
      refuseRest(last);
    }
  }

  private void refuseRest(State last) {
    intake.takeRest(taken);
    for (var change : taken) {
      if (!change.isRefused()) {
        change.refuse(last == State.BROKEN ? failures.stopped(null) : Failures.closing());
      }
    }
    answer();
  }

  /// Refuses what is new from here on.
  void shut() {
    state.compareAndSet(State.OPEN, State.SHUT);
  }

  /// Lets what waits be done, and nothing more.
  void close() {
    shut();
    if (state.compareAndSet(State.SHUT, State.CLOSING)) {
      // Where there is no room for it, the thread is awake.
      intake.offer(wakeUp);
    }
    patience.await(nanos -> ended.await(nanos, TimeUnit.NANOSECONDS) ? ended : null);
    // After the other end it runs what was to be run then, and that may wait for this.
    if (state.get() == State.ENDED) {
      patience.await(nanos -> thread.join(Duration.ofNanos(nanos)) ? thread : null);
    }
  }
}
