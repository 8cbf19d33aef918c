package dev.retinue.mcp.testing;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How tests wait: for an event, and not forever.
public final class Waiting {
  private static final long SECONDS = 20;

  private Waiting() {}

  /// Waits for something that may be interrupted.
  public interface Interruptible<T> {
    T get() throws InterruptedException;
  }

  public static <T> T next(BlockingQueue<T> queue, String what) {
    var next = uninterrupted(() -> queue.poll(SECONDS, TimeUnit.SECONDS));
    if (next == null) {
      throw new AssertionError("There was no " + what + " within " + SECONDS + " seconds");
    }
    return next;
  }

  public static void until(CountDownLatch latch, String what) {
    if (!uninterrupted(() -> latch.await(SECONDS, TimeUnit.SECONDS))) {
      throw new AssertionError("There was no " + what + " within " + SECONDS + " seconds");
    }
  }

  public static void end(Thread thread) {
    if (!uninterrupted(() -> thread.join(java.time.Duration.ofSeconds(SECONDS)))) {
      throw new AssertionError(thread.getName() + " did not end within " + SECONDS + " seconds");
    }
  }

  private static <T> T uninterrupted(Interruptible<T> action) {
    try {
      return action.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
