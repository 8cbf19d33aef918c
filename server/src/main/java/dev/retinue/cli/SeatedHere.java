package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.front.Seat;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;

/// Asks the daemon of the moment from where this process works.
final class SeatedHere implements AutoCloseable {
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

  /// Sits down at the next daemon. Whether that works or not, what was started is followed.
  synchronized void moveTo(Api next) {
    seat.close();
    try {
      seat = Seat.take(gateway.require());
      api = next.from(seat.name());
    } catch (RetinueException e) {
      api = next;
    }
  }

  @Override
  public synchronized void close() {
    seat.close();
  }
}
