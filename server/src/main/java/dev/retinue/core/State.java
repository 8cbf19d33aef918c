package dev.retinue.core;

import java.time.Instant;
import java.util.List;

/// Where a run stands. The last three are final.
public sealed interface State {
  /// Made, and not yet given its work.
  record Ready() implements State {}

  /// Accepted, and waiting for a free slot.
  record Queued() implements State {}

  /// At work.
  record Running() implements State {}

  /// At work, but unable to go on until every need is met.
  record Waiting(List<Need> needs) implements State {
    public Waiting {
      needs = List.copyOf(needs);
      if (needs.isEmpty()) {
        throw new IllegalArgumentException("whoever waits for nothing is running");
      }
    }
  }

  /// Ended well.
  record Completed(Instant at, String summary, Evidence evidence) implements State {}

  /// Ended badly.
  record Failed(Instant at, FailureReason reason, String message) implements State {}

  /// Ended by somebody.
  record Stopped(Instant at, String why) implements State {}

  /// What the word *completed* rests on.
  enum Evidence {
    /// The agent said so.
    CLAIMED,
    /// The agent just stopped talking.
    ASSUMED,
    /// Checks that the server ran itself.
    VERIFIED
  }

  /// Running again once nothing is missing.
  static State waitingFor(List<Need> needs) {
    return needs.isEmpty() ? new Running() : new Waiting(needs);
  }

  default boolean ended() {
    return this instanceof Completed || this instanceof Failed || this instanceof Stopped;
  }

  /// Has begun and not ended.
  default boolean active() {
    return this instanceof Running || this instanceof Waiting;
  }

  /// The state as one word.
  default String word() {
    return switch (this) {
      case Ready _ -> "ready";
      case Queued _ -> "queued";
      case Running _ -> "running";
      case Waiting _ -> "waiting";
      case Completed _ -> "completed";
      case Failed _ -> "failed";
      case Stopped _ -> "stopped";
    };
  }
}
