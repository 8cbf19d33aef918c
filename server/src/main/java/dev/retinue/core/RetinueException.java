package dev.retinue.core;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A refusal. Its message is a sentence that names the thing and, where there is one, the remedy.
public final class RetinueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;
  private final String message;
  private final transient @Nullable LimitHit hit;
  private final @Nullable String place;
  private final Caller.@Nullable Scope needed;

  public RetinueException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public RetinueException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(refuseLimit(code), message, cause, null, null);
  }

  private RetinueException(Caller.Scope needed, String message) {
    super(Masked.of(message), null);
    this.code = ErrorCode.FORBIDDEN;
    this.message = Masked.of(message);
    this.hit = null;
    this.place = null;
    this.needed = needed;
  }

  /// A refusal of somebody whose scope does not allow it.
  public static RetinueException needing(Caller.Scope scope, String message) {
    return new RetinueException(scope, message);
  }

  private RetinueException(
      ErrorCode code,
      String message,
      @Nullable Throwable cause,
      @Nullable LimitHit hit,
      @Nullable String place) {
    // Limits are met by the thousand, and where in the code that was helps nobody.
    super(Masked.of(message), cause, true, hit == null);
    this.code = code;
    this.message = String.valueOf(super.getMessage());
    this.hit = hit;
    this.place = place;
    this.needed = null;
  }

  /// Who meets a limit is told which: by a `LimitHit`.
  private static ErrorCode refuseLimit(ErrorCode code) {
    if (code == ErrorCode.LIMIT_EXCEEDED) {
      throw new IllegalArgumentException("a refusal by a limit is made of a LimitHit");
    }
    return code;
  }

  /// A refusal by a limit. The sentence is followed by which it is, whose, and when it frees.
  static RetinueException of(LimitHit hit, ErrorCode code, String sentence) {
    return new RetinueException(code, "%s Limit: %s.".formatted(sentence, hit), null, hit, null);
  }

  /// What another daemon has refused, with its own words.
  public static RetinueException repeated(ErrorCode code, String message) {
    return new RetinueException(code, message, null, null, null);
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
    boolean insider = who != null && who.seesAll();
    return place == null || insider ? message : message.replace(place, "the data directory");
  }

  /// The scope that would do, where that is all that is missing.
  public Optional<Caller.Scope> needed() {
    return Optional.ofNullable(needed);
  }

  public ErrorCode code() {
    return code;
  }

  /// When the same may be tried again, where that is known.
  public Optional<Duration> retryAfter() {
    return hit().flatMap(it -> it.frees().in());
  }

  /// The limit that was met, if it was one.
  public Optional<LimitHit> hit() {
    return Optional.ofNullable(hit);
  }

  @Override
  public String getMessage() {
    return message;
  }
}
