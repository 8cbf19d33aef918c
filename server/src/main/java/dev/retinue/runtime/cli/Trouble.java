package dev.retinue.runtime.cli;

import dev.retinue.core.FailureReason;
import java.util.Locale;

/// Why a program did not do its work.
public record Trouble(Kind kind, String message) {
  /// Told apart, because each wants something else of whoever reads it.
  public enum Kind {
    AUTH(FailureReason.REFUSED),
    QUOTA(FailureReason.QUOTA),
    OVERLOAD(FailureReason.ERROR),
    PERMISSION(FailureReason.REFUSED),
    BUDGET(FailureReason.BUDGET),
    CRASH(FailureReason.ERROR),
    INVALID_OUTPUT(FailureReason.INVALID_OUTPUT),
    NOT_INSTALLED(FailureReason.REFUSED),
    ERROR(FailureReason.ERROR);

    private final FailureReason reason;

    Kind(FailureReason reason) {
      this.reason = reason;
    }

    FailureReason reason() {
      return reason;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// What the status of an HTTP answer means.
    static Kind ofStatus(int status) {
      return switch (status) {
        case 401, 403 -> AUTH;
        case 402, 429 -> QUOTA;
        case 500, 502, 503, 504, 529 -> OVERLOAD;
        default -> ERROR;
      };
    }
  }
}
