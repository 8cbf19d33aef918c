package dev.retinue.config;

import dev.retinue.core.Retention;
import java.time.Duration;
import java.util.List;

/// The section `retention`: what is kept, and for how long.
final class RetentionSection {
  private static final Duration TEN_YEARS = Duration.ofDays(3650);
  private static final long MOST_RUNS = 1_000_000_000;
  private static final long MOST_BYTES = 1024L << 40;

  private static final Key<Duration> AGE =
      Key.of(
          "age",
          Kinds.duration(Duration.ZERO, TEN_YEARS),
          Retention.DEFAULT.age(),
          "How long an ended run is kept.");
  private static final Key<Long> RUNS =
      Key.of(
          "runs",
          Kinds.wholeNumber(0, MOST_RUNS),
          Retention.DEFAULT.runs(),
          "How many ended runs are kept.");
  private static final Key<Long> BYTES =
      Key.of(
          "bytes",
          Sizes.upTo(MOST_BYTES),
          Retention.DEFAULT.bytes(),
          "How large results and output may be in all.");
  private static final Key<Duration> UNSEEN_AGE =
      Key.of(
          "unseen-age",
          Kinds.duration(Duration.ZERO, TEN_YEARS),
          Retention.DEFAULT.unseenAge(),
          "How long a result waits for its caller before these rules count for it too.");

  private static final Key<Duration> CLONE_AGE =
      Key.of(
          "clone-age",
          Kinds.duration(Duration.ZERO, TEN_YEARS),
          Retention.DEFAULT.cloneAge(),
          "How long the branch of a clone waits to be fetched.");

  private RetentionSection() {}

  static Key<Retention> key() {
    return Key.section(
        "retention",
        new Shape<>(
            List.of(AGE, RUNS, BYTES, UNSEEN_AGE, CLONE_AGE),
            values ->
                new Retention(
                    values.require(AGE),
                    values.require(RUNS),
                    values.require(BYTES),
                    values.require(UNSEEN_AGE),
                    values.require(CLONE_AGE))),
        "What is kept of ended runs; what goes beyond the first of these rules is removed.");
  }
}
