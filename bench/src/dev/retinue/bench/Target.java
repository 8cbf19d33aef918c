package dev.retinue.bench;

import java.util.Locale;
import java.util.Optional;

/// What a competitor has to reach in a metric: a factor of what a peer reaches in the same run, or
/// a number of its own.
record Target(Metric metric, String competitor, Bound bound, double limit, Optional<String> peer) {
  /// The side of the limit that is good.
  enum Bound {
    AT_MOST,
    AT_LEAST
  }

  static Target atMost(double factor, Metric metric, String competitor, String peer) {
    return new Target(metric, competitor, Bound.AT_MOST, factor, Optional.of(peer));
  }

  static Target atLeast(double factor, Metric metric, String competitor, String peer) {
    return new Target(metric, competitor, Bound.AT_LEAST, factor, Optional.of(peer));
  }

  /// A limit in the unit of the metric: for memory, and for times that people feel.
  static Target atMost(double limit, Metric metric, String competitor) {
    return new Target(metric, competitor, Bound.AT_MOST, limit, Optional.empty());
  }

  boolean isMet(Results results) {
    double reached = reached(results);
    return switch (bound) {
      case AT_MOST -> reached <= limit;
      case AT_LEAST -> reached >= limit;
    };
  }

  String verdict(Results results) {
    var side =
        switch (bound) {
          case AT_MOST -> "at most";
          case AT_LEAST -> "at least";
        };
    var unit = peer.isPresent() ? "x" : " " + metric.unit();
    return String.format(
        Locale.ROOT,
        "%s %.2f%s%s: %s (%.2f%s)",
        side,
        limit,
        unit,
        peer.map(name -> " of " + name).orElse(""),
        isMet(results) ? "met" : "missed",
        reached(results),
        unit);
  }

  private double reached(Results results) {
    return peer.map(name -> results.ratio(metric, competitor, name))
        .orElseGet(() -> results.median(metric, competitor));
  }
}
