package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  public static @Nullable Instant completedAt(Run run) {
    return run.state() instanceof State.Completed ? run.endedAt() : null;
  }

  public static @Nullable Instant stoppedAt(Run run) {
    return run.state() instanceof State.Completed ? null : run.endedAt();
  }

  /// What it said of its work, also where that came late or was not accepted.
  public static @Nullable String summary(Run run) {
    var late = run.dossier().late();
    if (run.state() instanceof State.Completed(var _, var summary, var _) && !summary.isEmpty()) {
      return summary;
    }
    return late == null ? null : late.summary();
  }

  public static @Nullable String evidence(Run run) {
    return run.state() instanceof State.Completed(var _, var _, var evidence)
        ? evidence.name().toLowerCase(Locale.ROOT)
        : null;
  }

  public static @Nullable String error(Run run) {
    return run.state() instanceof State.Failed(var _, var reason, var message)
        ? reason.word() + ": " + message
        : null;
  }
}
