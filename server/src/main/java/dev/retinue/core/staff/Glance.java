package dev.retinue.core.staff;

import dev.retinue.core.Pulse;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What can be seen of a run at this moment, and is kept nowhere.
///
/// @param queueReason why it has not begun, if it waits in line
/// @param lastOutputAt when something was last heard of its program
public record Glance(
    @Nullable String queueReason,
    @Nullable Instant lastOutputAt,
    Pulse.@Nullable Liveness liveness) {
  public static final Glance NOTHING = new Glance(null, null, null);
}
