package dev.retinue.core;

/// What makes a retried start the same start.
///
/// @param key what the caller chose
/// @param digest of the arguments: the same key with others is a mistake of the caller
public record StartKey(String caller, String tool, String key, String digest) {
  private static final int LONGEST = 200;

  public StartKey {
    if (key.isBlank() || key.chars().anyMatch(Character::isISOControl)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "idempotency_key must have something to read in it, and no control characters.");
    }
    if (key.length() > LONGEST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "idempotency_key has at most %d characters, not %d.".formatted(LONGEST, key.length()));
    }
  }

  /// The same key of the one who really asks.
  public StartKey of(Caller caller) {
    return new StartKey(caller.holder(), tool, key, digest);
  }

  /// The same key for something else.
  public StartKey forTool(String other) {
    return new StartKey(caller, other, key, digest);
  }

  /// Refuses a key that was used for something else.
  ///
  /// @param earlier the digest of the arguments that it was used with
  public void requireSame(String earlier) {
    if (!earlier.equals(digest)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "idempotency_key '%s' was used for a start with other arguments; choose another key."
              .formatted(Excerpt.of(key)));
    }
  }

  /// The session that an earlier call with this key made.
  public record EarlierSession(String session, String digest) {}

  /// The run that an earlier start with this key made.
  public record Earlier(RunId run, String digest) {}
}
