package dev.retinue.core;

import java.time.Duration;

/// How much conversations may be.
///
/// @param open how many are at hand at once, of all callers together; those that were not used for
///   the longest time are put away, and come back with their next message
/// @param openPerCaller the same for one caller
/// @param keptPerCaller how many open ones a caller may have at all, at hand or put away
/// @param idle after how long one that nobody uses is put away
/// @param waiting how many messages may wait in one while another is answered
/// @param messages how many messages one may have
/// @param bytes how much may be said in one
/// @param toolTime how long one call of a tool may take
public record SessionLimits(
    int open,
    int openPerCaller,
    int keptPerCaller,
    Duration idle,
    int waiting,
    int messages,
    long bytes,
    Duration toolTime) {
  public static final SessionLimits USUAL =
      new SessionLimits(
          1000, 100, 10_000, Duration.ofHours(1), 5, 10_000, 64L << 20, Duration.ofMinutes(10));

  public SessionLimits {
    if (open < 1
        || openPerCaller < 1
        || keptPerCaller < 1
        || waiting < 0
        || messages < 1
        || bytes < 1) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The limits of sessions must be more than 0.");
    }
    if (!idle.isPositive() || !toolTime.isPositive()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The times of sessions must be more than 0.");
    }
  }
}
