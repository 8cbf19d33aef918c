package dev.retinue.runtime.llm.server;

import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.core.tool.ToolServer.Share;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A server that the operator named, and all who have it: everybody the same one, or each his own.
final class Post implements AutoCloseable {
  private final ToolServer spec;
  private final Opening opening;
  private final InstantSource clock;

  /// One of all runs; it may be that nobody has it.
  private final Server shared;

  /// Those of single runs.
  private final Set<Server> own = ConcurrentHashMap.newKeySet();

  private boolean closed;
  private int users;
  private Instant used;
  private volatile Server latest;

  Post(ToolServer spec, Opening opening) {
    this.spec = spec;
    this.opening = opening;
    this.clock = opening.clock();
    this.shared = new Server(spec, Seat.SHARED, opening);
    this.latest = shared;
    this.used = clock.instant();
  }

  String name() {
    return spec.name();
  }

  /// The server for a run; it is given back with [#leave].
  synchronized Server take(Seat seat) {
    if (spec.share() == Share.DAEMON) {
      users++;
      return shared;
    }
    var server = new Server(spec, seat, opening);
    if (closed) {
      server.close(); // Whoever comes too late must not begin anything.
    }
    own.add(server);
    latest = server;
    return server;
  }

  void leave(Server server) {
    if (own.remove(server)) {
      server.close();
    } else {
      left();
    }
  }

  private synchronized void left() {
    users--;
    used = clock.instant();
  }

  /// Nobody can take it meanwhile.
  private synchronized Optional<Link> idle() {
    boolean idle = users == 0 && used.plus(spec.idle()).isBefore(clock.instant());
    return idle ? shared.leave() : Optional.empty();
  }

  ServerState state() {
    var listing = latest.listing();
    return new ServerState(
        spec.name(),
        spec.reach().transport(),
        latest.health(),
        runs(),
        listing.offers().stream().map(Offer::shown).toList(),
        listing.warnings());
  }

  private synchronized int runs() {
    return users + own.size();
  }

  /// Ends what nobody needs any more.
  void tidy() {
    idle().ifPresent(Link::close);
    shared.tidy();
    own.forEach(Server::tidy);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    List.copyOf(own).forEach(Server::close);
    shared.close();
  }
}
