package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.front.Seat;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Asks the daemon of the moment from where this process works.
final class SeatedHere implements AutoCloseable {
  private static final Duration TO_SIT_DOWN = Duration.ofSeconds(10);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

  private final DaemonGateway gateway;
  private Seat seat;
  private Api api;

  SeatedHere(Daemons daemons, Api api) {
    var here = Path.of("").toAbsolutePath();
    this.gateway = new DaemonGateway(daemons, System.getenv(), here, _ -> {});
    this.seat = Seat.take(gateway.require());
    this.api = api.from(seat.name());
  }

  synchronized Api api() {
    return api;
  }

  /// Sits down at the next daemon, which may be a moment away from letting anybody in. Whether that
  /// works or not, what was started is followed.
  synchronized void moveTo(Api next) {
    seat.close();
    api = next;
    long deadline = System.nanoTime() + TO_SIT_DOWN.toNanos();
    while (!Thread.currentThread().isInterrupted()) {
      try {
        seat = Seat.take(gateway.require());
        api = next.from(seat.name());
        return;
      } catch (RetinueException e) {
        if (System.nanoTime() - deadline > 0) {
          return;
        }
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  @Override
  public synchronized void close() {
    seat.close();
  }
}
