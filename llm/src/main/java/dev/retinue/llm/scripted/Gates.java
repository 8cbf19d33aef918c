package dev.retinue.llm.scripted;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Where answers wait in the middle until a test lets them go on, one piece at a time.
final class Gates {
  /// Whoever waits longer has been forgotten.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Map<String, Semaphore> all = new ConcurrentHashMap<>();

  void open(String name) {
    of(name).release();
  }

  void pass(String name) throws InterruptedException {
    var _ = of(name).tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Semaphore of(String name) {
    return all.computeIfAbsent(name, _ -> new Semaphore(0));
  }
}
