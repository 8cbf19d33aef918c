package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.State;
import org.jspecify.annotations.Nullable;

/// Why there is no answer.
final class TurnWords {
  private TurnWords() {}

  static @Nullable String reason(State state) {
    return switch (state) {
      case State.Failed(var _, var reason, var _) -> reason.word();
      case State.Stopped _ -> "stopped";
      case State.Completed _, State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
          null;
    };
  }

  static @Nullable String error(State state) {
    return switch (state) {
      case State.Failed(var _, var reason, var message) -> reason.word() + ": " + message;
      case State.Stopped(var _, var why) -> "stopped: " + why;
      case State.Completed _, State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
          null;
    };
  }
}
