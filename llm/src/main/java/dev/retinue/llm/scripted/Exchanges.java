package dev.retinue.llm.scripted;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/// All that was asked so far; the oldest is forgotten where it becomes too much.
final class Exchanges {
  private static final int MOST = 1_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Exchange> all = new ArrayList<>();
  private int count;

  /// @param made from its number
  Exchange add(IntFunction<Exchange> made) {
    lock.lock();
    try {
      var exchange = made.apply(++count);
      all.add(exchange);
      if (all.size() > MOST) {
        all.removeFirst();
      }
      changed.signalAll();
      return exchange;
    } finally {
      lock.unlock();
    }
  }

  void end(Exchange exchange, Exchange.Outcome outcome) {
    lock.lock();
    try {
      all.replaceAll(it -> it.number() == exchange.number() ? it.with(outcome) : it);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<Exchange> all() {
    lock.lock();
    try {
      return List.copyOf(all);
    } finally {
      lock.unlock();
    }
  }

  /// The newest of those that are as wished, as soon as there is one.
  Exchange await(Predicate<Exchange> wished, Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (true) {
        var found = all.reversed().stream().filter(wished).findFirst();
        if (found.isPresent()) {
          return found.get();
        }
        if (left <= 0) {
          throw new AssertionError("the model waited in vain; it was asked " + all);
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
