package dev.retinue.core.staff;

import dev.retinue.core.port.RunStore.FeedPage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// A reader with a cursor: reads what is after it, passes it on, waits for the bell. It has a
/// thread only while there is something to read.
public final class Follower implements AutoCloseable {
  // So that a thousand rings a second are two hundred reads.
  private static final Duration BREATH = Duration.ofMillis(5);
  private static final Duration TROUBLE = Duration.ofMillis(500);

  private final LongFunction<FeedPage> read;
  private final Feed.Sink sink;
  private final LongPredicate aside;
  private final AtomicInteger rings = new AtomicInteger();
  private volatile long cursor;
  private volatile boolean closed;
  private volatile @Nullable Thread draining;
  private volatile Bells.Listening listening = () -> {};

  private Follower(LongFunction<FeedPage> read, long after, Feed.Sink sink, LongPredicate aside) {
    this.read = read;
    this.cursor = after;
    this.sink = sink;
    this.aside = aside;
  }

  static Follower begin(
      Function<Runnable, Bells.Listening> listen,
      LongFunction<FeedPage> read,
      long after,
      Feed.Sink sink) {
    return begin(listen, read, after, sink, _ -> true);
  }

  /// The same for one who also looks at what is not recorded, whenever all that is has been read.
  ///
  /// @param aside is given the cursor, and returns false to hear no more
  static Follower begin(
      Function<Runnable, Bells.Listening> listen,
      LongFunction<FeedPage> read,
      long after,
      Feed.Sink sink,
      LongPredicate aside) {
    var follower = new Follower(read, after, sink, aside);
    // First the bell, then the first look: nothing can happen between them unnoticed.
    follower.listening = listen.apply(follower::ring);
    follower.ring();
    if (follower.closed) { // Perhaps before it was known how to listen no more.
      follower.close();
    }
    return follower;
  }

  private void ring() {
    if (rings.getAndIncrement() == 0) {
      draining = Thread.ofVirtual().name("follower").start(this::drain);
    }
  }

  private void drain() {
    int heard;
    do {
      heard = rings.get();
      LockSupport.parkNanos(readAll() ? BREATH.toNanos() : TROUBLE.toNanos());
    } while (!rings.compareAndSet(heard, 0));
  }

  /// Says whether the store could be read. While it cannot, the cursor stays where it is.
  private boolean readAll() {
    try {
      boolean more = true;
      while (more && !closed) {
        more = readOn();
      }
      lookAside();
      return true;
    } catch (Exception e) {
      if (!closed) {
        Trouble.note("what has happened could not be read, and is tried again soon", e);
      }
      rings.incrementAndGet();
      return closed;
    }
  }

  private boolean readOn() {
    var page = read.apply(cursor);
    boolean moved = page.position() > cursor;
    if (!pass(() -> page.events().isEmpty() || sink.take(page.events(), page.position()))) {
      return false;
    }
    // Only now: who goes on from the cursor elsewhere misses nothing that was not passed on.
    cursor = page.position();
    return moved;
  }

  private void lookAside() {
    if (!closed) {
      pass(() -> aside.test(cursor));
    }
  }

  /// Who wants no more is closed. Says whether it could take what it was given.
  private boolean pass(BooleanSupplier passing) {
    try {
      if (!passing.getAsBoolean()) {
        close();
      }
      return true;
    } catch (RuntimeException e) {
      // Who fails to take something hears no more: to tell it again could tell it twice.
      Trouble.note("one who followed what happens failed, and hears no more", e);
      close();
      return false;
    }
  }

  /// Where it has read to.
  public long cursor() {
    return cursor;
  }

  /// Hears no more; what is being passed on now still is.
  @Override
  public void close() {
    closed = true;
    listening.close();
  }

  /// Waits until nothing is being passed on, so that the cursor stays where it is.
  public void awaitIdle() throws InterruptedException {
    var thread = draining;
    if (thread != null) {
      thread.join();
    }
  }
}
