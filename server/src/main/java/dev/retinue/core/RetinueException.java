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

  public RetinueException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public RetinueException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, cause, null);
  }

  private RetinueException(
      ErrorCode code, String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(Masked.of(message), cause);
    this.code = code;
    this.message = Masked.of(message);
    this.retryAfter = retryAfter;
  }

  /// A refusal by a limit that is over by itself after this time.
  public static RetinueException until(Duration over, String message) {
    return new RetinueException(ErrorCode.LIMIT_EXCEEDED, message, null, over);
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
