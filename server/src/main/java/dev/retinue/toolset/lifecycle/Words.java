package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import java.time.Instant;

/// How this toolset speaks of runs: it knows four states.
public final class Words {
  private Words() {}

  public static String status(State state) {
    return switch (state) {
      case State.Ready _ -> "ready";
      case State.Queued _, State.Running _, State.Waiting _ -> "running";
      case State.Completed _ -> "completed";
      case State.Failed _, State.Stopped _ -> "stopped";
    };
  }

  /// For its caller a run begins when it is accepted.
  public static Instant startedAt(Run run) {
    return run.commission().createdAt();
  }
}
