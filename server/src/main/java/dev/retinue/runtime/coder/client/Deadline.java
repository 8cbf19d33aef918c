package dev.retinue.runtime.coder.client;

import java.time.Duration;

/// The time that a call may take with everything that belongs to it.
public record Deadline(long nanos) {
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /// What is left; nothing if it is over.
  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  public boolean isOver() {
    return left().isZero();
  }

  /// Waits so long, or until it is over.
  public void pause(Duration wanted) throws InterruptedException {
    Thread.sleep(wanted.compareTo(left()) < 0 ? wanted : left());
  }
}
