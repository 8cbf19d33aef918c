package dev.retinue.core;

import java.time.Duration;

/// What is kept, and for how long. A run that has not ended, and a tree with one in it, is never
/// removed; nor is a result that its caller has not seen, until `unseenAge` is over; nor the turns
/// of an open session. A session that nobody used for `unseenAge` is closed.
///
/// @param age how long an ended run is kept at most
/// @param runs how many ended runs are kept at most
/// @param bytes how large payloads and output may be in all
/// @param unseenAge how long a result waits for its caller
/// @param cloneAge how long the branch of a clone waits to be fetched
public record Retention(
    Duration age, long runs, long bytes, Duration unseenAge, Duration cloneAge) {
  public static final Retention DEFAULT =
      new Retention(
          Duration.ofDays(30), 100_000, 10L << 30, Duration.ofDays(90), Duration.ofDays(7));

  public Retention(Duration age, long runs, long bytes, Duration unseenAge) {
    this(age, runs, bytes, unseenAge, Duration.ofDays(7));
  }

  public Retention {
    if (age.isNegative()
        || runs < 0
        || bytes < 0
        || unseenAge.isNegative()
        || cloneAge.isNegative()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The limits of retention must be 0 or more.");
    }
  }
}
