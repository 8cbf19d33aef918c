package dev.retinue.core;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A refusal. Its message is a sentence that names the thing and, where there is one, the remedy.
public final class RetinueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;
  private final String message;
  private final @Nullable Duration retryAfter;
  private final @Nullable String place;

  public RetinueException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public RetinueException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, cause, null, null);
  }

  private RetinueException(
      ErrorCode code,
      String message,
      @Nullable Throwable cause,
      @Nullable Duration retryAfter,
      @Nullable String place) {
    super(Masked.of(message), cause);
    this.code = code;
    this.message = Masked.of(message);
    this.retryAfter = retryAfter;
    this.place = place;
  }

  /// A refusal by a limit that is over by itself after this time.
  public static RetinueException until(Duration over, String message) {
    return new RetinueException(ErrorCode.LIMIT_EXCEEDED, message, null, over, null);
  }

  /// A refusal because of trouble at this place on the disk, which the message names.
  public static RetinueException at(
      Object place, ErrorCode code, String message, @Nullable Throwable cause) {
    return new RetinueException(code, message, cause, null, place.toString());
  }

  /// The message for this caller: where things are on the disk is for those who can look there.
  ///
  /// @param who nobody, if that is not known
  public String toldTo(@Nullable Caller who) {
    boolean insider = who != null && who.may(Caller.Scope.ADMIN) && who.run() == null;
    return place == null || insider ? message : message.replace(place, "the data directory");
  }

  public ErrorCode code() {
    return code;
  }

  /// When the same may be tried again, where that is known.
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  @Override
  public String getMessage() {
    return message;
  }
}
