package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Places;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The sessions of all legacy clients. An idle one ends after a while, and there are only so many.
final class Sessions {
  private static final Duration IDLE = Duration.ofHours(4);
  private static final int MOST = 10_000;

  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final InstantSource clock;
  private final Places places;

  Sessions(McpServer server, InstantSource clock, Places places) {
    this.clock = clock;
    this.places = places;
    server.onChange(change -> sessions.values().forEach(session -> session.tell(change)));
  }

  /// Begins a session: with the id that the connection has, or over HTTP with one that is new.
  Session begin(Exchange exchange, String version, Peer peer) {
    var now = clock.instant();
    endIdle(now);
    // First: a host that has no more places knows which limit that is.
    var place = places.session(exchange.caller());
    if (sessions.size() >= MOST) {
      place.run();
      throw new RpcException(
          new RpcError(RpcError.INTERNAL_ERROR, "There are too many sessions; try later"), 503);
    }
    var known = exchange.session();
    var id = exchange.hasHeaders() || known == null ? Randomness.id() : known;
    var calls = exchange.hasHeaders() ? new RunningCalls() : exchange.calls();
    var session = new Session(id, exchange.caller(), version, peer, calls, now).at(place);
    var former = sessions.put(id, session);
    if (former != null) {
      former.leave();
    }
    return session;
  }

  /// The session of a message. Another caller's does not exist.
  Session require(@Nullable String id, Caller caller) {
    if (id == null) {
      throw new RpcException(
          new RpcError(RpcError.INVALID_REQUEST, "The header Mcp-Session-Id is missing"), 400);
    }
    var session =
        find(id, caller)
            .orElseThrow(
                () ->
                    new RpcException(
                        new RpcError(
                            RpcError.INVALID_REQUEST, "There is no such session; initialize first"),
                        404));
    session.used(clock.instant(), caller);
    return session;
  }

  Optional<Session> find(@Nullable String id, Caller caller) {
    return Optional.ofNullable(id)
        .map(sessions::get)
        .filter(session -> session.caller().id().equals(caller.id()))
        .filter(session -> !session.isIdle(clock.instant().minus(IDLE)));
  }

  void end(Session session) {
    sessions.remove(session.id());
    session.close();
    session.leave();
  }

  int size() {
    return sessions.size();
  }

  /// Ends all of them, with every call at work in them.
  void endAll() {
    sessions.values().forEach(this::end);
  }

  private void endIdle(Instant now) {
    sessions.values().stream()
        .filter(session -> session.isIdle(now.minus(IDLE)))
        .forEach(this::end);
  }
}
