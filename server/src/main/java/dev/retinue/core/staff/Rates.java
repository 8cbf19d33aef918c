package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// How fast each caller may ask and start. What a run asks with its own token counts for its
/// caller.
public final class Rates {
  private static final int MOST_CALLERS = 10_000;
  private static final long SECOND = 1_000_000_000L;

  private final Rate requests;
  private final Rate starts;
  private final LongSupplier nanoTime;
  private final ConcurrentMap<String, Buckets> callers = new ConcurrentHashMap<>();

  Rates(Rate requests, Rate starts, LongSupplier nanoTime) {
    this.requests = requests;
    this.starts = starts;
    this.nanoTime = nanoTime;
  }

  /// Counts one request, at the edge where it comes in, or refuses it until there is room again.
  public void take(Caller caller) {
    var wait = buckets(caller).requests.take(nanoTime.getAsLong());
    if (wait > 0) {
      throw refused(caller, "ask", "requests", requests, wait);
    }
  }

  /// Counts one start.
  void takeStart(Caller caller) {
    var wait = buckets(caller).starts.take(nanoTime.getAsLong());
    if (wait > 0) {
      throw refused(caller, "start", "starts", starts, wait);
    }
  }

  private static RetinueException refused(
      Caller caller, String verb, String what, Rate rate, long wait) {
    var over = Duration.ofNanos(wait);
    return RetinueException.until(
        over,
        String.format(
            Locale.ROOT,
            "Caller '%s' may %s %d times a second and %d times at once (%s per caller); try again in %.3f s.",
            Excerpt.of(caller.id()),
            verb,
            rate.perSecond(),
            rate.burst(),
            what,
            // Up, because who comes a moment too early is refused again.
            Math.ceil(wait / 1e6) / 1000));
  }

  private Buckets buckets(Caller caller) {
    var known = callers.get(caller.id());
    if (known != null) {
      return known;
    }
    if (callers.size() >= MOST_CALLERS) {
      makeRoom();
    }
    return callers.computeIfAbsent(caller.id(), _ -> new Buckets(nanoTime.getAsLong()));
  }

  /// Who has a full bucket loses nothing with it. Where all are in use, one gets a new one.
  private void makeRoom() {
    long now = nanoTime.getAsLong();
    callers.values().removeIf(it -> it.requests.isFull(now) && it.starts.isFull(now));
    if (callers.size() >= MOST_CALLERS) {
      callers.keySet().stream().findAny().ifPresent(callers::remove);
    }
  }

  int callers() {
    return callers.size();
  }

  private final class Buckets {
    private final Bucket requests;
    private final Bucket starts;

    Buckets(long now) {
      this.requests = new Bucket(Rates.this.requests, now);
      this.starts = new Bucket(Rates.this.starts, now);
    }
  }

  /// A bucket as the moment at which it will be full again: each that is taken puts it off.
  private static final class Bucket {
    private final long each;
    private final long all;
    private final AtomicLong fullAt;

    Bucket(Rate rate, long now) {
      this.each = SECOND / rate.perSecond();
      this.all = each * rate.burst();
      this.fullAt = new AtomicLong(now);
    }

    /// How many nanoseconds to wait; none if one was taken. Moments are compared by their
    /// difference, because this clock may go past the largest number.
    long take(long now) {
      while (true) {
        long before = fullAt.get();
        long after = (before - now > 0 ? before : now) + each;
        long wait = after - now - all;
        if (wait > 0) {
          return wait;
        }
        if (fullAt.compareAndSet(before, after)) {
          return 0;
        }
      }
    }

    boolean isFull(long now) {
      return fullAt.get() - now <= 0;
    }
  }
}
