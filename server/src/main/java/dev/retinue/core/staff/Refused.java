package dev.retinue.core.staff;

import dev.retinue.core.audit.Deed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// How many refusals of one caller or address are noted one by one; the rest of a minute is counted
/// in one entry.
final class Refused {
  static final int MOST_OF_ONE = 20;
  private static final int MOST_IN_ALL = 500;
  private static final int MOST_KNOWN = 1_000;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private long minute;
  private int inAll;

  Refused(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.minute = nanoTime.getAsLong();
  }

  private static final class Count {
    private final long since;
    private int noted;
    private long more;
    private Deed last;

    Count(long since, Deed last) {
      this.since = since;
      this.last = last;
    }
  }

  /// What to note now: this one, the sum of those before it, or nothing yet.
  synchronized Optional<Deed> take(String whose, Deed deed) {
    long now = nanoTime.getAsLong();
    if (now - minute >= MINUTE) {
      minute = now;
      inAll = 0;
    }
    var count = counts.get(whose);
    if (count != null && now - count.since >= MINUTE) {
      counts.remove(whose);
      var sum = sum(count);
      if (sum.isPresent()) {
        // This one is counted with those before it.
        count.more++;
        return sum(count);
      }
      count = null;
    }
    if (count == null) {
      if (counts.size() >= MOST_KNOWN) {
        // They share one count: strangers have as many addresses as they like.
        count = counts.computeIfAbsent("others", _ -> new Count(now, deed));
      } else {
        count = new Count(now, deed);
        counts.put(whose, count);
      }
    }
    count.last = deed;
    if (count.noted < MOST_OF_ONE && inAll < MOST_IN_ALL) {
      count.noted++;
      inAll++;
      return Optional.of(deed);
    }
    count.more++;
    return Optional.empty();
  }

  /// The sums of those whose minute is over.
  synchronized List<Deed> over() {
    long now = nanoTime.getAsLong();
    var sums = new ArrayList<Deed>();
    for (Iterator<Count> all = counts.values().iterator(); all.hasNext(); ) {
      var count = all.next();
      if (now - count.since >= MINUTE) {
        sum(count).ifPresent(sums::add);
        all.remove();
      }
    }
    return sums;
  }

  private static Optional<Deed> sum(Count count) {
    return count.more == 0
        ? Optional.empty()
        : Optional.of(count.last.with("count", Long.toString(count.more)));
  }
}
