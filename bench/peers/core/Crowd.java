package dev.retinue.bench.peer;

import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Many who do the same at once.
final class Crowd {
  private Crowd() {}

  /// How often a second all of them together do it.
  static double rate(int callers, long millis, Runnable action) throws InterruptedException {
    var done = new AtomicLong();
    long begun = System.nanoTime();
    long end = begun + millis * 1_000_000;
    run(
        callers,
        () -> {
          while (System.nanoTime() < end) {
            action.run();
            done.incrementAndGet();
          }
        });
    return done.get() * 1e9 / (System.nanoTime() - begun);
  }

  /// How long it takes one who does it so often in a second, from when it was due, in milliseconds:
  /// half of the times, and 99 of 100.
  static String paced(int perSecond, long millis, Runnable action) {
    var times = new double[(int) (perSecond * millis / 1000)];
    long begun = System.nanoTime();
    for (int i = 0; i < times.length; i++) {
      long due = begun + i * 1_000_000_000L / perSecond;
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      action.run();
      times[i] = (System.nanoTime() - due) / 1e6;
    }
    Arrays.sort(times);
    return times[times.length / 2] + " " + times[(int) (times.length * 0.99)];
  }

  static void run(int callers, Runnable action) throws InterruptedException {
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        crowd.submit(action);
      }
    }
  }
}
