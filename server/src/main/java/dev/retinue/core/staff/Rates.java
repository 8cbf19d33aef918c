package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Grants;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// How fast each caller may ask and start. What a run asks with its own token counts for its
/// caller.
public final class Rates {
  private static final int MOST_CALLERS = 10_000;

  /// What a client asks at once when it comes in.
  private static final int LEAST_BURST = 10;

  private final Rate requests;
  private final Rate starts;
  private final Grants grants;
  private final LongSupplier nanoTime;
  private final InTurn inTurn;
  private final Brake.Nap nap;
  private final Strangers strangers;
  private final Semaphore keptBack = new Semaphore(Brake.MOST_IN_ALL);
  private final ConcurrentMap<String, Buckets> callers = new ConcurrentHashMap<>();

  Rates(Rules rules, LongSupplier nanoTime) {
    this(rules, nanoTime, Thread::sleep);
  }

  /// @param nap how a refusal waits until it is told
  Rates(Rules rules, LongSupplier nanoTime, Brake.Nap nap) {
    this.nap = nap;
    this.strangers = new Strangers(nanoTime, nap);
    this.requests = rules.requests();
    this.starts = rules.starts();
    this.grants = rules.grants();
    this.nanoTime = nanoTime;
    this.inTurn = new InTurn(Runtime.getRuntime().availableProcessors(), nanoTime);
  }

  /// Those whose token nobody knows.
  public Strangers strangers() {
    return strangers;
  }

  /// Waits until it is the turn of this caller's request, if others ask too.
  public InTurn.Place enter(Caller caller) {
    return inTurn.enter(caller.id());
  }

  /// Counts one request, at the edge where it comes in, or refuses it until there is room again.
  /// Who asks on in spite of that hears it late: what is at the edge waits here meanwhile.
  public void take(Caller caller) {
    inTurn.note(caller.id());
    var buckets = buckets(caller);
    long now = nanoTime.getAsLong();
    long wait = buckets.requests.take(now);
    if (wait > 0) {
      buckets.brake.hold(now);
      throw refused(caller, "ask", Limit.REQUESTS, requestsOf(caller), wait);
    }
  }

  /// Counts one start.
  void takeStart(Caller caller) {
    var wait = buckets(caller).starts.take(nanoTime.getAsLong());
    if (wait > 0) {
      throw refused(caller, "start", Limit.STARTS, starts, wait);
    }
  }

  private static RetinueException refused(
      Caller caller, String verb, Limit limit, Rate rate, long wait) {
    var over = Duration.ofNanos(wait);
    return LimitHit.of(
            limit, LimitHit.Whose.caller(caller.id()), rate.perSecond(), LimitHit.Frees.after(over))
        .refusal(
            String.format(
                Locale.ROOT,
                "Caller '%s' may %s %d times a second and %d times at once; try again in %.3f s.",
                Excerpt.of(caller.id()),
                verb,
                rate.perSecond(),
                rate.burst(),
                // Up, because who comes a moment too early is refused again.
                Math.ceil(wait / 1e6) / 1000));
  }

  /// What his token says, else what holds for everybody.
  private Rate requestsOf(Caller caller) {
    var own = grants.of(caller.id()).rate();
    return own == null ? requests : new Rate(own, burstOf(own));
  }

  /// How many at once somebody may ask who has a rate of his own.
  static int burstOf(int perSecond) {
    return Math.min(Rate.MOST, Math.max(LEAST_BURST, 2 * perSecond));
  }

  private Buckets buckets(Caller caller) {
    var rate = requestsOf(caller);
    var known = callers.get(caller.id());
    if (known != null && known.isFor(rate)) {
      return known;
    }
    if (callers.size() >= MOST_CALLERS) {
      makeRoom();
    }
    // Another one than before once his token was changed.
    return callers.compute(
        caller.id(),
        (_, old) -> old != null && old.isFor(rate) ? old : new Buckets(rate, nanoTime.getAsLong()));
  }

  /// Who has a full bucket loses nothing with it. Where all are in use, one gets a new one.
  private void makeRoom() {
    long now = nanoTime.getAsLong();
    callers.values().removeIf(it -> it.requests.isFull(now) && it.starts.isFull(now));
    if (callers.size() >= MOST_CALLERS) {
      callers.keySet().stream().findAny().ifPresent(callers::remove);
    }
  }

  /// How many requests each caller has taken of his burst.
  Map<String, Long> requestsTaken() {
    return taken(it -> it.requests);
  }

  Map<String, Long> startsTaken() {
    return taken(it -> it.starts);
  }

  private Map<String, Long> taken(Function<Buckets, Bucket> of) {
    long now = nanoTime.getAsLong();
    var taken = new TreeMap<String, Long>();
    callers.forEach((caller, buckets) -> taken.put(caller, of.apply(buckets).taken(now)));
    return taken;
  }

  int callers() {
    return callers.size();
  }

  private final class Buckets {
    private final Rate rate;
    private final Bucket requests;
    private final Bucket starts;
    private final Brake brake;

    Buckets(Rate rate, long now) {
      this.rate = rate;
      this.requests = new Bucket(rate, now);
      this.starts = new Bucket(Rates.this.starts, now);
      this.brake = new Brake(nap, keptBack, now);
    }

    /// Not by `equals` of a record, whose machinery would be made on the way to the first answer.
    boolean isFor(Rate other) {
      return rate.perSecond() == other.perSecond() && rate.burst() == other.burst();
    }
  }
}
