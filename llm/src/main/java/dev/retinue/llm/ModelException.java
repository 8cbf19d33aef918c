package dev.retinue.llm;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A model gave no whole answer.
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final @Nullable Duration retryAfter;
  private final transient Tokens tokens;

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
    this(kind, sentence, retryAfter, cause, Tokens.NONE);
  }

  private ModelException(
      Kind kind,
      @Nullable String sentence,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause,
      Tokens tokens) {
    super(sentence, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.tokens = tokens;
  }

  /// The same after so much was used: a provider is paid for an answer that broke off, too.
  public ModelException having(Tokens used) {
    return used.equals(Tokens.NONE)
        ? this
        : new ModelException(kind, getMessage(), retryAfter, this, used);
  }

  public Kind kind() {
    return kind;
  }

  /// What was used before it went wrong, as far as the provider said so.
  public Tokens tokens() {
    return tokens;
  }

  /// How long the provider asks to wait.
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
