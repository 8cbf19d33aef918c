package dev.retinue.core;

import org.jspecify.annotations.Nullable;

/// A refusal. Its message is a sentence that names the thing and, where there is one, the remedy.
public final class RetinueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;
  private final String message;

  public RetinueException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public RetinueException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.message = message;
  }

  public ErrorCode code() {
    return code;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
