package dev.retinue.core.line;

import dev.retinue.core.RunId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Wakes runs at a time of day. The clock may jump: it is looked at often enough to notice.
public final class Alarm implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final InstantSource clock;
  private final Predicate<RunId> wake;
  private final Map<RunId, Instant> times = new HashMap<>();
  private final Semaphore changed = new Semaphore(0);
  private @Nullable Thread thread;
  private boolean closed;

  /// @param wake says whether it has done so; if not, it is tried again soon
  public Alarm(InstantSource clock, Predicate<RunId> wake) {
    this.clock = clock;
    this.wake = wake;
  }

  /// The thread is there only while somebody is to be woken.
  public synchronized void set(RunId run, Instant at) {
    times.put(run, at);
    if (thread == null && !closed) {
      thread = Thread.ofVirtual().name("alarm").start(this::watch);
    }
    changed.release();
  }

  public synchronized void forget(RunId run) {
    times.remove(run);
  }

  /// How many are to be woken.
  public synchronized int size() {
    return times.size();
  }

  private void watch() {
    try {
      while (!isOver()) {
        due().forEach(this::wake);
        changed.tryAcquire(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        changed.drainPermits();
      }
    } catch (InterruptedException e) {
      // Nobody is woken any more.
    }
  }

  /// Who was woken and waits for another time by now is not forgotten.
  private void wake(RunId run, Instant at) {
    synchronized (this) {
      if (!at.equals(times.get(run))) {
        return; // Forgotten while others were woken.
      }
    }
    if (wake.test(run)) {
      synchronized (this) {
        times.remove(run, at);
      }
    }
  }

  private synchronized boolean isOver() {
    if (!times.isEmpty() && !closed) {
      return false;
    }
    thread = null;
    return true;
  }

  private synchronized Map<RunId, Instant> due() {
    var now = clock.instant();
    return times.entrySet().stream()
        .filter(it -> !it.getValue().isAfter(now))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
