package dev.retinue.store.sqlite;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Where changes wait for the writer, and how many it takes at once.
final class Intake {
  private static final long LONGEST_GATHERING = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long GLANCE = TimeUnit.MICROSECONDS.toNanos(10);

  private final ArrayBlockingQueue<Change<?>> queue;
  private final Patience patience;
  private final LongSupplier nanoTime;
  private final int together;

  /// How many were taken last, when, and how long they took: what the writer knows of its callers.
  private int lastTaken;

  private long lastTakenAt;

  Intake(Limits limits, Patience patience) {
    this.queue = new ArrayBlockingQueue<>(limits.queued());
    this.patience = patience;
    this.nanoTime = patience.nanoTime();
    this.together = limits.together();
  }

  /// Whether there was room in time.
  boolean offer(Change<?> change) {
    return queue.offer(change)
        || patience.await(nanos -> queue.offer(change, nanos, TimeUnit.NANOSECONDS) ? change : null)
            != null;
  }

  boolean withdraw(Change<?> change) {
    return queue.remove(change);
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /// Everything that waits, without waiting for more.
  void takeRest(List<Change<?>> taken) {
    queue.drainTo(taken);
  }

  /// Takes what waits, or the next that comes. With `leisure` it comes back after a second with
  /// nothing.
  void take(List<Change<?>> taken, boolean leisure) throws InterruptedException {
    long spent = nanoTime.getAsLong() - lastTakenAt;
    var first = leisure ? queue.poll(1, TimeUnit.SECONDS) : queue.take();
    if (first == null) {
      return;
    }
    taken.add(first);
    queue.drainTo(taken, together - 1);
    gather(taken, Math.min(spent / 2, LONGEST_GATHERING));
    lastTaken = taken.size();
    lastTakenAt = nanoTime.getAsLong();
  }

  /// Those who were just answered are about to come back. Without this short wait they would take
  /// turns, half of them in each commit; and it is at most half as long as their last commit took.
  private void gather(List<Change<?>> taken, long atMost) {
    long begun = nanoTime.getAsLong();
    while (taken.size() + queue.size() < lastTaken && nanoTime.getAsLong() - begun < atMost) {
      LockSupport.parkNanos(GLANCE);
    }
    queue.drainTo(taken, together - taken.size());
  }
}
