package dev.retinue.runtime.llm.server;

import java.time.Duration;
import java.time.Instant;

/// How long to leave somebody alone who breaks: a second, then twice as long each time, up to a
/// minute. Who was well for a minute begins anew.
///
/// @param pause the last one; zero where there was none
/// @param until when it is over
record BackOff(Duration pause, Instant until) {
  static final BackOff NONE = new BackOff(Duration.ZERO, Instant.MIN);

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration WELL = Duration.ofMinutes(1);

  /// It broke at this moment, or did not even begin.
  BackOff broken(Instant now) {
    var next = pause.isZero() ? FIRST : pause.multipliedBy(2);
    var bounded = next.compareTo(LONGEST) < 0 ? next : LONGEST;
    return new BackOff(bounded, now.plus(bounded));
  }

  /// The same for one that had been there for a while.
  BackOff broken(Instant since, Instant now) {
    boolean well = Duration.between(since, now).compareTo(WELL) >= 0;
    return (well ? NONE : this).broken(now);
  }

  /// How long it still is.
  Duration left(Instant now) {
    return now.isBefore(until) ? Duration.between(now, until) : Duration.ZERO;
  }
}
