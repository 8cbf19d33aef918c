package dev.retinue.runtime.llm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Which models had enough of us, and until when they are left alone. All runs of this process know
/// it: what one was told need not be asked by the next.
final class Rests {
  private static final int MOST = 1_000;

  private final InstantSource clock;
  private final Map<String, Instant> until = new ConcurrentHashMap<>();

  Rests(InstantSource clock) {
    this.clock = clock;
  }

  boolean rests(String model) {
    return end(model).isAfter(clock.instant());
  }

  /// When it may be asked again; long ago if it may be.
  Instant end(String model) {
    return until.getOrDefault(model, Instant.EPOCH);
  }

  void begin(String model, Duration time) {
    var now = clock.instant();
    if (until.size() >= MOST) {
      until.values().removeIf(end -> !end.isAfter(now));
    }
    if (until.size() < MOST && time.isPositive()) {
      until.put(model, now.plus(time));
    }
  }
}
