package dev.retinue.runtime.llm.server;

import java.time.Duration;

/// Waiting that an interruption does not end, because something would be left behind.
public final class Uninterrupted {
  private Uninterrupted() {}

  public static void join(Thread thread, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (thread.isAlive() && System.nanoTime() < deadline) {
        try {
          var _ = thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (InterruptedException e) {
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
