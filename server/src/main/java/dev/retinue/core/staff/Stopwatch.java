package dev.retinue.core.staff;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Adds up the time in which it goes.
final class Stopwatch {
  private final LongSupplier nanoTime;
  private Duration before;
  private long since;
  private boolean going = true;

  Stopwatch(LongSupplier nanoTime, Duration before) {
    this.nanoTime = nanoTime;
    this.before = before;
    this.since = nanoTime.getAsLong();
  }

  synchronized void pause() {
    before = elapsed();
    going = false;
  }

  synchronized void go() {
    if (!going) {
      since = nanoTime.getAsLong();
      going = true;
    }
  }

  synchronized Duration elapsed() {
    return going ? before.plusNanos(Math.max(0, nanoTime.getAsLong() - since)) : before;
  }
}
