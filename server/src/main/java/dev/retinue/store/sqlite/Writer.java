package dev.retinue.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The one thread that changes the database: it takes what waits into one transaction, and answers
/// when that is durable.
final class Writer {
  private enum State {
    OPEN,
    CLOSING,
    /// Something was lost that cannot be found again.
    BROKEN,
    ENDED
  }

  private final Transactions transactions;
  private final Failures failures;
  private final Limits limits;
  private final Patience patience;
  private final Runnable onFatal;
  private final ArrayBlockingQueue<Change<?>> queue;
  private final List<Change<?>> taken = new ArrayList<>();
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

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
    this.limits = limits;
    this.patience = patience;
    this.onFatal = onFatal;
    this.queue = new ArrayBlockingQueue<>(limits.queued());
    this.thread = Thread.ofPlatform().name("store-writer").unstarted(this::work);
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
    enqueue(change);
    // The thread may have ended, and refused what was queued, before this was.
    if (hasEnded() && queue.remove(change)) {
      requireOpen();
    }
    return change.await();
  }

  private void requireOpen() {
    switch (state.get()) {
      case OPEN -> {}
      case BROKEN -> throw failures.stopped(null);
      case CLOSING, ENDED -> throw Failures.closing();
    }
  }

  private boolean hasEnded() {
    var now = state.get();
    return now == State.BROKEN || now == State.ENDED;
  }

  private void enqueue(Change<?> change) {
    if (queue.offer(change)) {
      return;
    }
    var taken =
        patience.await(nanos -> queue.offer(change, nanos, TimeUnit.NANOSECONDS) ? change : null);
    if (taken == null) {
      throw Failures.overloaded("changes");
    }
  }

  private void work() {
    try {
      while (state.get() == State.OPEN || !queue.isEmpty()) {
        take();
        if (!taken.isEmpty()) {
          transactions.carryOut(taken);
          answer();
          transactions.tidy();
        }
        if (transactions.isBroken()) {
          stop();
          return;
        }
      }
      end();
    } catch (Throwable e) {
      stop();
      throw e;
    }
  }

  /// What waits, or the next that comes; nothing if there was time to tidy up.
  private void take() {
    try {
      var first = transactions.hasTidyingToDo() ? queue.poll(1, TimeUnit.SECONDS) : queue.take();
      if (first == null) {
        transactions.tidyAtLeisure();
        return;
      }
      taken.add(first);
      queue.drainTo(taken, limits.together() - 1);
      taken.remove(wakeUp);
    } catch (InterruptedException _) {
      // Nobody means this thread: it ends when it is told to.
    }
  }

  private void answer() {
    taken.forEach(Change::answer);
    taken.clear();
  }

  private void end() {
    state.set(State.ENDED);
    transactions.close();
    refuseQueued();
    ended.countDown();
  }

  /// The end for good: no answer after this says that something is durable.
  private void stop() {
    state.set(State.BROKEN);
    taken.stream()
        .filter(change -> !change.isRefused())
        .forEach(change -> change.refuse(failures.stopped(null)));
    answer();
    refuseQueued();
    transactions.close();
    ended.countDown();
    onFatal.run();
  }

  private void refuseQueued() {
    for (var change = queue.poll(); change != null; change = queue.poll()) {
      change.refuse(state.get() == State.BROKEN ? failures.stopped(null) : Failures.closing());
      change.answer();
    }
  }

  /// Lets what waits be done, and nothing more.
  void close() {
    if (state.compareAndSet(State.OPEN, State.CLOSING)) {
      enqueue(wakeUp);
    }
    patience.await(nanos -> ended.await(nanos, TimeUnit.NANOSECONDS) ? ended : null);
  }
}
