package dev.retinue.core.staff;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Things that stay open for a while, streams for instance. There are only so many of them, and one
/// caller may have only so many of those: so nobody can lock the others out. Every request takes a
/// place, so nobody waits here for a lock.
public final class Share {
  /// Callers who have none are forgotten when there are so many.
  private static final int MOST_IDLE = 1_000;

  /// Instead of a number: nobody counts on this one any more.
  private static final int FORGOTTEN = -1;

  private final Limit all;
  private final Limit each;
  private final String things;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<String, AtomicInteger> ofCaller = new ConcurrentHashMap<>();

  /// @param all how many there may be
  /// @param each how many of one caller
  /// @param things what they are, in the plural
  Share(Limit all, Limit each, String things) {
    this.all = all;
    this.each = each;
    this.things = things;
  }

  /// Where one is open, until it is given back.
  @FunctionalInterface
  public interface Place {
    /// Does nothing the second time.
    void giveBack();
  }

  /// The place for one more, or a refusal.
  public Place take(String caller) {
    var his = oneMoreOf(caller);
    if (open.incrementAndGet() > all.bound()) {
      leave(his);
      throw LimitHit.fixed(all, LimitHit.Whose.HOUSE, frees("one of them is closed"))
          .overload(
              "%d %s are open, and no more are allowed; try again in a moment."
                  .formatted(all.bound(), things));
    }
    var given = new AtomicBoolean();
    return () -> {
      if (given.compareAndSet(false, true)) {
        leave(his);
      }
    };
  }

  private AtomicInteger oneMoreOf(String caller) {
    while (true) {
      var his = countOf(caller);
      int many = his.get();
      if (many >= each.bound()) {
        throw refused(caller);
      }
      if (many == FORGOTTEN) {
        ofCaller.remove(caller, his);
      } else if (his.compareAndSet(many, many + 1)) {
        return his;
      }
    }
  }

  private AtomicInteger countOf(String caller) {
    var known = ofCaller.get(caller);
    if (known != null) {
      return known;
    }
    if (ofCaller.size() >= MOST_IDLE) {
      forgetIdle();
    }
    return ofCaller.computeIfAbsent(caller, _ -> new AtomicInteger());
  }

  /// Whoever comes just now finds either his number, or that it is forgotten.
  private void forgetIdle() {
    ofCaller.forEach(
        (caller, many) -> {
          if (many.compareAndSet(0, FORGOTTEN)) {
            ofCaller.remove(caller, many);
          }
        });
  }

  private RetinueException refused(String caller) {
    return LimitHit.fixed(
            each, LimitHit.Whose.caller(caller), frees("one of its " + things + " is closed"))
        .refusal(
            "Caller '%s' has %d %s open, and no more are allowed; close some."
                .formatted(Excerpt.of(caller), each.bound(), things));
  }

  private static LimitHit.Frees frees(String event) {
    return LimitHit.Frees.when(event);
  }

  private void leave(AtomicInteger his) {
    open.decrementAndGet();
    his.decrementAndGet();
  }

  /// How many there are.
  public int open() {
    return open.get();
  }

  /// How many each caller has open, who has any.
  Map<String, Long> perCaller() {
    var counts = new TreeMap<String, Long>();
    ofCaller.forEach(
        (caller, many) -> {
          long now = many.get();
          if (now > 0) {
            counts.put(caller, now);
          }
        });
    return counts;
  }

  /// How many callers are remembered.
  int callers() {
    return ofCaller.size();
  }
}
