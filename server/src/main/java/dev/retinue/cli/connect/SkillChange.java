package dev.retinue.cli.connect;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What was done about the skill of a client.
///
/// @param path where it is, or was
/// @param backup where what somebody had there is kept; null if there is no need
public record SkillChange(Path path, Kind kind, @Nullable Path backup) {
  /// How it changed.
  public enum Kind {
    INSTALLED,
    /// There is none any more.
    REMOVED,
    /// What was there before is there again.
    RESTORED,
    /// Somebody made it his own, so it was left alone.
    KEPT
  }
}
