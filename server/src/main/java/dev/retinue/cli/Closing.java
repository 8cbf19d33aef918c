package dev.retinue.cli;

import java.time.Duration;

/// How a daemon ends, whoever ends it: nothing new is taken, what is in flight gets a while, then
/// it is cancelled, and what is at work is handed over to the next daemon.
final class Closing {
  /// For calls in flight.
  static final Duration IN_FLIGHT = Duration.ofSeconds(5);

  /// For everything together.
  private static final Duration ALL = Duration.ofMillis(5_700);

  private static final Duration AT_LEAST = Duration.ofMillis(700);

  private final Service service;

  Closing(Service service) {
    this.service = service;
  }

  /// The JVM runs it on every signal that ends it, and keeps the exit code of the signal.
  Thread hook() {
    return new Thread(this::run, "closing");
  }

  void run() {
    long begun = System.nanoTime();
    try {
      service.drain(IN_FLIGHT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private void end(Duration sofar) {
    var left = ALL.minus(sofar);
    service.close(left.compareTo(AT_LEAST) < 0 ? AT_LEAST : left);
  }
}
