package dev.retinue.core.craft;

import java.time.Duration;
import java.util.Objects;

/// A command of the operator that hears of what an agent does, and may object.
///
/// @param matcher of which tools it wants to hear; empty for all
public record Hook(Moment moment, String matcher, String command, Duration timeout) {
  public Hook {
    matcher = Objects.requireNonNullElse(matcher, "");
  }

  /// When it is called.
  public enum Moment {
    PRE_TOOL_USE,
    POST_TOOL_USE,
    SESSION_START,
    SESSION_END,
    ON_USER_INPUT
  }
}
