package dev.retinue.store.sqlite;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Waiting that has an end, and that an interrupt does not end sooner: it is kept for the caller.
record Patience(Duration limit, LongSupplier nanoTime) {
  /// Waits for something at most so long.
  interface Waiting<T> {
    @Nullable T within(long nanos) throws InterruptedException;
  }

  /// What came in time, or null.
  <T> @Nullable T await(Waiting<T> waiting) {
    long deadline = nanoTime.getAsLong() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return waiting.within(deadline - nanoTime.getAsLong());
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
