package dev.retinue.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A conversation; every message in it is a run, one at a time.
///
/// @param agent who answers the next message
/// @param turn the run that answers now
public record Session(
    String id,
    String caller,
    String agent,
    @Nullable String name,
    Times times,
    @Nullable RunId turn) {

  /// When it was made, last used, and closed.
  public record Times(Instant createdAt, Instant usedAt, @Nullable Instant closedAt) {}

  public boolean closed() {
    return times.closedAt() != null;
  }

  public Session beginTurn(RunId run, Instant now) {
    if (closed()) {
      throw new RetinueException(
          ErrorCode.CONFLICT, "Session '%s' is closed; create another.".formatted(id));
    }
    if (turn != null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Session '%s' is busy with run '%s'; wait for it or stop it.".formatted(id, turn));
    }
    return new Session(
        id, caller, agent, name, new Times(times.createdAt(), now, times.closedAt()), run);
  }

  public Session endTurn(RunId run, Instant now) {
    return run.equals(turn)
        ? new Session(
            id, caller, agent, name, new Times(times.createdAt(), now, times.closedAt()), null)
        : this;
  }

  public Session close(Instant now) {
    return closed()
        ? this
        : new Session(id, caller, agent, name, new Times(times.createdAt(), now, now), turn);
  }
}
