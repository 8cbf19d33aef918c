package dev.retinue.core.staff;

import java.util.concurrent.atomic.AtomicLong;

/// A bucket as the moment at which it will be full again: each that is taken puts it off.
final class Bucket {
  private static final long SECOND = 1_000_000_000L;

  private final long each;
  private final long all;
  private final AtomicLong fullAt;

  Bucket(Rate rate, long now) {
    this.each = SECOND / rate.perSecond();
    this.all = each * rate.burst();
    this.fullAt = new AtomicLong(now);
  }

  /// How many nanoseconds to wait; none if one was taken.
  long take(long now) {
    return Math.max(0, take(now, 0));
  }

  /// The same for one that may come later: it is taken if that is within this time. Moments are
  /// compared by their difference, because this clock may go past the largest number.
  long take(long now, long within) {
    while (true) {
      long before = fullAt.get();
      long after = (before - now > 0 ? before : now) + each;
      long wait = after - now - all;
      if (wait > within || fullAt.compareAndSet(before, after)) {
        return wait;
      }
    }
  }

  long taken(long now) {
    return Math.max(0, Math.ceilDiv(fullAt.get() - now, each));
  }

  boolean isFull(long now) {
    return fullAt.get() - now <= 0;
  }
}
