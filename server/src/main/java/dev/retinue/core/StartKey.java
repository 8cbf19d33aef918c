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

  /// The run that an earlier start with this key made.
  public record Earlier(RunId run, String digest) {}
}
