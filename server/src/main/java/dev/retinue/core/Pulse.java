package dev.retinue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// What was last seen of the processes of a run. It is kept in memory only, and is true of the
/// moment in which it was taken.
///
/// @param lastOutputAt when something was last heard of it, or when it began
/// @param cpu what its processes have used of the processor since then
/// @param processes how many there are
/// @param resident how many bytes of memory they have
public record Pulse(
    Instant lastOutputAt, Liveness liveness, Duration cpu, int processes, long resident) {
  /// Whether a run does something.
  public enum Liveness {
    /// It says something, or computes.
    ACTIVE,
    /// It waits for somebody, or for a run below it.
    WAITING,
    /// Nothing is heard of it, and it does not compute, for longer than it may.
    STALLED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean stalled() {
    return liveness == Liveness.STALLED;
  }
}
