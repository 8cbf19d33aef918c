package dev.retinue.cli;

import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// Lets a daemon leave that was started because somebody needed one, and that nobody needs any
/// more.
final class IdleExit {
  private final Duration limit;
  private final IntSupplier busy;
  private final LongSupplier nanoTime;
  private long lastBusy;

  /// @param limit how long it stays without runs and clients
  /// @param busy how many of both there are
  /// @param nanoTime of a clock that never jumps
  IdleExit(Duration limit, IntSupplier busy, LongSupplier nanoTime) {
    this.limit = limit;
    this.busy = busy;
    this.nanoTime = nanoTime;
    this.lastBusy = nanoTime.getAsLong();
  }

  /// Whether it is time to go.
  boolean isDue() {
    long now = nanoTime.getAsLong();
    if (busy.getAsInt() > 0) {
      lastBusy = now;
    }
    return now - lastBusy >= limit.toNanos();
  }

  /// Looks now and then, until it is time.
  void await() throws InterruptedException {
    // Often enough that a client who came and went between two looks hardly matters.
    var betweenLooks = Duration.ofMillis(Math.clamp(limit.toMillis() / 100, 10, 10_000));
    while (!isDue()) {
      Thread.sleep(betweenLooks);
    }
  }
}
