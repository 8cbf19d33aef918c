package dev.retinue.watch;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// How long things took in the last minute or two, and how many there were in a second: for people
/// who look now. What is older is forgotten.
final class Recent {
  private static final long MINUTE = 60_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /// Four for each power of two: a quantile is exact to a fifth.
  private static final int BUCKETS = 64 * 4;

  private final AtomicLongArray[] minutes = {
    new AtomicLongArray(BUCKETS), new AtomicLongArray(BUCKETS)
  };
  private final AtomicLong minute = new AtomicLong(Long.MIN_VALUE);
  private final long begun;

  Recent(long now) {
    this.begun = now;
  }

  /// @param now by a clock that never jumps
  void add(long now, long nanos) {
    long current = (now - begun) / MINUTE;
    turn(current);
    minutes[(int) (current & 1)].incrementAndGet(bucket(nanos));
  }

  /// Forgets the minute before the last. What is counted while it is cleared may be lost.
  private void turn(long current) {
    long known = minute.get();
    if (known == current || !minute.compareAndSet(known, current)) {
      return;
    }
    clear(minutes[(int) (current & 1)]);
    if (known != Long.MIN_VALUE && current - known > 1) {
      clear(minutes[(int) (~current & 1)]);
    }
  }

  private static void clear(AtomicLongArray counts) {
    for (int i = 0; i < BUCKETS; i++) {
      counts.set(i, 0);
    }
  }

  private static int bucket(long nanos) {
    long value = Math.max(4, nanos);
    int power = 63 - Long.numberOfLeadingZeros(value);
    return power * 4 + (int) (value >>> (power - 2) & 3);
  }

  /// The middle of a bucket.
  private static double middle(int bucket) {
    int power = bucket / 4;
    double step = Math.scalb(1.0, power - 2);
    return (4 + bucket % 4 + 0.5) * step;
  }

  /// What is known now.
  ///
  /// @param p50 in milliseconds; 0 where there was nothing
  record Summary(long count, double perSecond, double p50, double p99) {}

  Summary summary(long now) {
    return summary(now, begun, List.of(this));
  }

  /// What is known of several together that began at the same moment.
  static Summary summary(long now, long begun, Collection<Recent> several) {
    long current = (now - begun) / MINUTE;
    var counts = new long[BUCKETS];
    long all = 0;
    for (var each : several) {
      each.turn(current);
      for (int i = 0; i < BUCKETS; i++) {
        long count = each.minutes[0].get(i) + each.minutes[1].get(i);
        counts[i] += count;
        all += count;
      }
    }
    // The minute that is not over, and the one before where there was one.
    long since = now - begun - Math.max(0, current - 1) * MINUTE;
    double seconds = Math.max(1, (double) since / SECOND);
    return new Summary(all, all / seconds, quantile(counts, all, 0.5), quantile(counts, all, 0.99));
  }

  private static double quantile(long[] counts, long all, double share) {
    long wanted = (long) Math.ceil(all * share);
    long seen = 0;
    for (int i = 0; i < BUCKETS && all > 0; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return middle(i) / 1e6;
      }
    }
    return 0;
  }
}
