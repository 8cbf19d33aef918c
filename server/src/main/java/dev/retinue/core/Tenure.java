package dev.retinue.core;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How a run is being carried out.
///
/// @param epoch counts how often it was taken up; what an earlier epoch still says is not heard
/// @param occupied whether something of it may be at work, and so holds its slot
/// @param startedAt when it was first taken up
/// @param active how long it has been at work, by a clock that does not jump
/// @param reserved what it was promised by the ledger for calls in flight
public record Tenure(
    long epoch, boolean occupied, @Nullable Instant startedAt, Duration active, Usage reserved) {
  public static final Tenure NONE = new Tenure(0, false, null, Duration.ZERO, Usage.NONE);

  Tenure taken(Instant now) {
    return new Tenure(epoch + 1, true, startedAt == null ? now : startedAt, active, Usage.NONE);
  }

  Tenure released() {
    return new Tenure(epoch, false, startedAt, active, Usage.NONE);
  }

  Tenure active(Duration soFar) {
    return new Tenure(epoch, occupied, startedAt, soFar, reserved);
  }

  Tenure reserving(Usage all) {
    return new Tenure(epoch, occupied, startedAt, active, all);
  }
}
