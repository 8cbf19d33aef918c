package dev.retinue.mcp;

import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why nobody waits for the answer of a call any more.
public enum Departure {
  /// The client says that it does not want it.
  CANCELLED,
  /// The client says that it took too long: it may still want what comes of it.
  TIMED_OUT,
  /// The client is gone without a word.
  GONE;

  /// What the reason of a cancellation means. There are no words for it in the protocol, so those
  /// are heeded that clients use.
  public static Departure of(@Nullable String reason) {
    var said = reason == null ? "" : reason.toLowerCase(Locale.ROOT);
    boolean late =
        Stream.of("timeout", "timed out", "time out", "time-out", "deadline", "-32001")
            .anyMatch(said::contains);
    return late ? TIMED_OUT : CANCELLED;
  }
}
