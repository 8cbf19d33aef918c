package dev.retinue.bench.peer;

import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

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

  static void run(int callers, Runnable action) throws InterruptedException {
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        crowd.submit(action);
      }
    }
  }
}
