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

/// How often something is noted one by one of each in a minute; the rest of that minute is counted
/// in one entry.
final class Tally {
  /// So many share one count: no name of a caller, and no address, has a slash.
  private static final String OTHERS = "/others";

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanoTime;
  private final Bounds bounds;
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private long minute;
  private int inAll;

  /// How many entries there are at most in a minute.
  ///
  /// @param ofOne one by one of each
  /// @param inAll one by one of all
  /// @param known how many are told apart
  record Bounds(int ofOne, int inAll, int known) {}

  Tally(LongSupplier nanoTime, Bounds bounds) {
    this.nanoTime = nanoTime;
    this.bounds = bounds;
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
  synchronized Optional<Deed> take(String which, Deed deed) {
    long now = nanoTime.getAsLong();
    if (now - minute >= MINUTE) {
      minute = now;
      inAll = 0;
    }
    var count = counts.get(which);
    if (count != null && now - count.since >= MINUTE) {
      counts.remove(which);
      var sum = sum(count);
      if (sum.isPresent()) {
        // This one is counted with those before it.
        count.more++;
        count.last = deed;
        return sum(count);
      }
      count = null;
    }
    if (count == null) {
      if (counts.size() >= bounds.known) {
        // They share one count: strangers have as many addresses as they like.
        count = counts.computeIfAbsent(OTHERS, _ -> new Count(now, deed));
      } else {
        count = new Count(now, deed);
        counts.put(which, count);
      }
    }
    count.last = deed;
    if (count.noted < bounds.ofOne && inAll < bounds.inAll) {
      count.noted++;
      inAll++;
      return Optional.of(deed);
    }
    count.more++;
    return Optional.empty();
  }

  /// The sums of those whose minute is over.
  ///
  /// @param all also of those whose minute is not: there is no time left
  synchronized List<Deed> sums(boolean all) {
    long now = nanoTime.getAsLong();
    var sums = new ArrayList<Deed>();
    for (Iterator<Count> each = counts.values().iterator(); each.hasNext(); ) {
      var count = each.next();
      if (all || now - count.since >= MINUTE) {
        sum(count).ifPresent(sums::add);
        each.remove();
      }
    }
    return sums;
  }

  /// Whether nothing was taken for a minute.
  synchronized boolean isIdle() {
    return counts.isEmpty();
  }

  private static Optional<Deed> sum(Count count) {
    return count.more == 0
        ? Optional.empty()
        : Optional.of(count.last.with("count", Long.toString(count.more)));
  }
}
