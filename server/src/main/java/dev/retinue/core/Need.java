package dev.retinue.core;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a run waits for.
///
/// @param id tells the needs of one run apart
/// @param text what somebody is asked, or told
/// @param schema the JSON Schema of the answer, where one is expected
public record Need(String id, Kind kind, String text, @Nullable String schema) {

  /// What kind of thing is missing.
  public enum Kind {
    ANSWER,
    PERMISSION,
    BUDGET,
    QUOTA,
    CREDENTIALS;

    /// Whether somebody can give it by saying something.
    public boolean takesWords() {
      return switch (this) {
        case ANSWER, PERMISSION -> true;
        case BUDGET, QUOTA, CREDENTIALS -> false;
      };
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
