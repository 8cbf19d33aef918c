package dev.retinue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A call that was answered before it had ended.
///
/// @param call what was called
/// @param questions what the client has to answer, as a JSON object
/// @param outcome what the call would have answered, or why there is no answer, as JSON
public record CallTask(
    String id,
    String caller,
    Call call,
    Status status,
    Span span,
    @Nullable String questions,
    @Nullable String outcome) {

  /// The states; the last three are final.
  public enum Status {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean ended() {
      return this == COMPLETED || this == FAILED || this == CANCELLED;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The call: with its arguments and what it had begun, so that it can be taken up again.
  ///
  /// @param digest of the arguments
  /// @param arguments as a JSON object
  /// @param memory what it has been told and has begun so far, as a JSON object
  /// @param runs the runs that it waits for
  public record Call(
      String tool,
      String digest,
      @Nullable String arguments,
      @Nullable String memory,
      List<RunId> runs) {
    public Call {
      runs = List.copyOf(runs);
    }
  }

  /// How long it has been there, and how long it is kept once it has ended.
  public record Span(Instant createdAt, Instant updatedAt, Duration ttl) {
    /// Counted from its end, which is its last change, and not from its beginning: a call that took
    /// longer than that would lose its result at once.
    public Instant overAt() {
      return updatedAt.plus(ttl);
    }
  }

  public boolean isOver(Instant now) {
    return status.ended() && span.overAt().isBefore(now);
  }
}
