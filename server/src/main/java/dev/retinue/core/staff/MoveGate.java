package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Lets few imports or exports go on at once, and of one caller one: each may be long on its way,
/// and takes room on the disk. They are looked at one after the other, for that takes memory.
final class MoveGate {
  private final Limit house;
  private final Limit ofCaller;
  private final String word;
  private final Set<String> moving = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final ReentrantLock looking = new ReentrantLock(true);

  private MoveGate(LimitBook limits, Limit house, Limit ofCaller, String word) {
    this.house = house;
    this.ofCaller = ofCaller;
    this.word = word;
    limits.used(house, open::get);
    limits.usedBy(ofCaller, this::perCaller);
  }

  static MoveGate ofImports(LimitBook limits) {
    return new MoveGate(limits, Limit.IMPORTS, Limit.IMPORTS_OF_CALLER, "import");
  }

  static MoveGate ofExports(LimitBook limits) {
    return new MoveGate(limits, Limit.EXPORTS, Limit.EXPORTS_OF_CALLER, "export");
  }

  private Map<String, Long> perCaller() {
    var counts = new HashMap<String, Long>();
    moving.forEach(it -> counts.put(it, 1L));
    return counts;
  }

  /// One of them, from its first byte on.
  <T> T pass(Caller caller, Supplier<T> work) {
    var leave = enter(caller);
    try {
      return work.get();
    } finally {
      leave.run();
    }
  }

  /// The same until what is returned is run.
  Runnable enter(Caller caller) {
    if (!moving.add(caller.id())) {
      throw LimitHit.fixed(
              ofCaller, LimitHit.Whose.caller(caller.id()), LimitHit.Frees.when("it has ended"))
          .refusal(
              "Caller '%s' has an %s under way, and no more are allowed; wait until it has ended."
                  .formatted(Excerpt.of(caller.id()), word));
    }
    if (open.incrementAndGet() > house.bound()) {
      leave(caller);
      throw LimitHit.fixed(
              house, LimitHit.Whose.HOUSE, LimitHit.Frees.when("one of them has ended"))
          .overload(
              "%d %ss are under way, and no more are allowed; try again when one has ended."
                  .formatted(house.bound(), word));
    }
    var once = new AtomicBoolean();
    return () -> {
      if (once.compareAndSet(false, true)) {
        leave(caller);
      }
    };
  }

  private void leave(Caller caller) {
    open.decrementAndGet();
    moving.remove(caller.id());
  }

  /// The part of it that takes memory.
  <T> T look(Supplier<T> work) {
    looking.lock();
    try {
      return work.get();
    } finally {
      looking.unlock();
    }
  }
}
