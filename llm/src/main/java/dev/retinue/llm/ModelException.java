package dev.retinue.llm;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A model gave no whole answer.
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final @Nullable Duration retryAfter;

  /// What went wrong, and so what helps.
  public enum Kind {
    /// The key is missing, wrong or may not do this.
    AUTH,
    /// Nothing is left of what was paid for.
    QUOTA,
    /// Too many requests at once.
    RATE_LIMIT,
    /// The provider has trouble of its own.
    OVERLOADED,
    /// The conversation is longer than the model can read.
    CONTEXT,
    /// The model knows no tools.
    NO_TOOLS,
    /// The provider has no such model, or nothing at this address.
    UNKNOWN,
    /// The provider does not take the request as it is.
    INVALID,
    /// The answer broke off, or is none.
    BROKEN,
    /// It took too long.
    TIMEOUT,
    /// Nobody is there.
    UNREACHABLE;

    /// Whether the same request may succeed later.
    public boolean passes() {
      return switch (this) {
        case RATE_LIMIT, OVERLOADED, BROKEN, TIMEOUT, UNREACHABLE -> true;
        case AUTH, QUOTA, CONTEXT, NO_TOOLS, UNKNOWN, INVALID -> false;
      };
    }
  }

  public ModelException(Kind kind, String sentence) {
    this(kind, sentence, null, null);
  }

  public ModelException(
      Kind kind, String sentence, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    super(sentence, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  /// How long the provider asks to wait.
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
