package dev.retinue.core.staff;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Lets no caller crowd out another. While others ask too, only so many requests of one caller are
/// worked on at the same moment; the rest of his waits, and nobody else does. Who is alone has all
/// cores. A request that takes long most likely waits for something: it gives its place to the
/// next.
public final class InTurn {
  private static final long RECENT = Duration.ofSeconds(1).toNanos();
  private static final long LONG = Duration.ofMillis(50).toNanos();
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
  private static final long OFTEN_ENOUGH = RECENT / 100;
  private static final Place ANYWHERE = () -> {};

  private final int atOnce;
  private final LongSupplier nanoTime;
  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
  private volatile Asked asked;

  /// Who asked last, and who did before him.
  private record Asked(String last, long at, String other, long otherAt) {}

  InTurn(int cores, LongSupplier nanoTime) {
    this.atOnce = Math.max(1, cores * Limit.AT_WORK.count());
    this.nanoTime = nanoTime;
    long never = nanoTime.getAsLong() - 2 * RECENT;
    this.asked = new Asked("", never, "", never);
  }

  /// Where a request is worked on, until it is done.
  @FunctionalInterface
  public interface Place {
    void leave();
  }

  /// Waits until it is this caller's turn.
  public Place enter(String caller) {
    long now = nanoTime.getAsLong();
    note(caller, now);
    if (!othersAsk(caller, now)) {
      return ANYWHERE;
    }
    return lanes.computeIfAbsent(caller, Lane::new).enter();
  }

  /// Somebody asks, by whatever way.
  void note(String caller) {
    note(caller, nanoTime.getAsLong());
  }

  private void note(String caller, long now) {
    var before = asked;
    if (!before.last.equals(caller)) {
      asked = new Asked(caller, now, before.last, before.at);
    } else if (now - before.at > OFTEN_ENOUGH) {
      asked = new Asked(caller, now, before.other, before.otherAt);
    }
  }

  private boolean othersAsk(String caller, long now) {
    var known = asked;
    long since = known.last.equals(caller) ? known.otherAt : known.at;
    return now - since < RECENT;
  }

  /// The requests of one caller. It is forgotten when it is empty; who came in just then has one
  /// more than he should for a moment.
  private final class Lane {
    private final String caller;

    /// When each of those began that are worked on, the oldest first.
    private final Deque<Began> atWork = new ArrayDeque<>();

    private final Deque<Thread> waiting = new ArrayDeque<>();

    private Lane(String caller) {
      this.caller = caller;
    }

    private Place enter() {
      var thread = Thread.currentThread();
      long end = nanoTime.getAsLong() + PATIENCE;
      queue(thread);
      while (true) {
        long nap = nap(thread);
        if (nap <= 0) {
          return begin(thread);
        }
        if (thread.isInterrupted() || nanoTime.getAsLong() - end > 0) {
          giveUp(thread);
          throw refused(caller);
        }
        LockSupport.parkNanos(this, nap);
      }
    }

    private synchronized void queue(Thread thread) {
      waiting.addLast(thread);
    }

    /// How long to wait before looking again; nothing when it is the turn of this one. Only who is
    /// first has to look at the time: who leaves, and who begins, wakes the next.
    private synchronized long nap(Thread thread) {
      if (!thread.equals(waiting.peekFirst())) {
        return PATIENCE;
      }
      long now = nanoTime.getAsLong();
      while (!atWork.isEmpty() && now - atWork.getFirst().at >= LONG) {
        atWork.removeFirst();
      }
      return atWork.size() < atOnce ? 0 : atWork.getFirst().at + LONG - now;
    }

    private synchronized Place begin(Thread thread) {
      waiting.remove(thread);
      var began = new Began(nanoTime.getAsLong());
      atWork.addLast(began);
      wakeNext();
      return () -> leave(began);
    }

    private synchronized void giveUp(Thread thread) {
      waiting.remove(thread);
      wakeNext();
    }

    private synchronized void leave(Began began) {
      atWork.remove(began);
      wakeNext();
      if (atWork.isEmpty() && waiting.isEmpty()) {
        lanes.remove(caller, this);
      }
    }

    /// Also while there is no place for him: from now on it is he who looks at the time. Nothing is
    /// done for null.
    private void wakeNext() {
      LockSupport.unpark(waiting.peekFirst());
    }
  }

  /// One that is worked on: no two are the same.
  private static final class Began {
    private final long at;

    private Began(long at) {
      this.at = at;
    }
  }

  private RuntimeException refused(String caller) {
    return LimitHit.of(
            Limit.AT_WORK,
            LimitHit.Whose.caller(caller),
            atOnce,
            LimitHit.Frees.when("one of its requests is answered"))
        .refusal(
            "%d requests of caller '%s' are worked on, and those before this one took too long; ask less at once."
                .formatted(atOnce, Excerpt.of(caller)));
  }
}
