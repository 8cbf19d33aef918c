package dev.retinue.toolset.journal;

import dev.retinue.core.staff.Trouble;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Does what was marked, one after the other on a thread of its own, each thing only so often.
final class Rounds<K> implements AutoCloseable {
  private static final int MOST = 10_000;
  // What takes long is done less often: nobody needs it so soon that it may take a whole processor.
  private static final int SHARE = 10;
  private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

  private final Pace<K> pace;
  private final String name;
  private final Consumer<K> action;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean closed;
  private @Nullable Thread thread;

  Rounds(String name, Duration between, Consumer<K> action) {
    this.name = name;
    this.pace = new Pace<>(between);
    this.action = action;
  }

  void begin() {
    thread = Thread.ofVirtual().name(name).start(this::run);
  }

  /// Waits while there is too much to do already. At the end nothing more is taken.
  ///
  /// @param now whether it need not rest before
  /// @return whether it will be done
  boolean mark(K key, boolean now) {
    lock.lock();
    try {
      while (pace.size() >= MOST && !closed) {
        changed.awaitUninterruptibly();
      }
      if (closed) {
        return false;
      }
      if (now) {
        pace.markNow(key, System.nanoTime());
      } else {
        pace.mark(key, System.nanoTime());
      }
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Whether nothing is left to do but what is being done.
  boolean isLast() {
    lock.lock();
    try {
      return pace.size() == 0;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    for (var key = next(); key.isPresent(); key = next()) {
      long begun = System.nanoTime();
      perform(key.get());
      long now = System.nanoTime();
      lock.lock();
      try {
        pace.rest(key.get(), now + (now - begun) * SHARE);
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void perform(K key) {
    try {
      action.accept(key);
    } catch (RuntimeException e) {
      Trouble.note("what was to be told or written is not, until the next change", e);
    }
  }

  /// Nothing once it is closed and all is done.
  private Optional<K> next() {
    lock.lock();
    try {
      while (true) {
        // At the end nothing rests any more.
        long now = closed ? Long.MAX_VALUE / 2 : System.nanoTime();
        var key = pace.next(now);
        if (key.isPresent() || closed) {
          return key;
        }
        long wait = pace.untilNext(now);
        if (wait == Long.MAX_VALUE) {
          changed.awaitUninterruptibly();
        } else {
          changed.awaitNanos(wait);
        }
      }
    } catch (InterruptedException _) {
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /// Does what is left, at once, as far as there is time.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    var working = thread;
    try {
      if (working != null && !working.join(LAST_MOMENT)) {
        working.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
