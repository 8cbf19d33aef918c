package dev.retinue.bench;

import java.util.Locale;

/// What a competitor has to reach in a metric: a factor of what a peer reaches in the same run.
record Target(Metric metric, String competitor, Bound bound, double factor, String peer) {
  /// The side of the factor that is good.
  enum Bound {
    AT_MOST,
    AT_LEAST
  }

  static Target atMost(double factor, Metric metric, String competitor, String peer) {
    return new Target(metric, competitor, Bound.AT_MOST, factor, peer);
  }

  static Target atLeast(double factor, Metric metric, String competitor, String peer) {
    return new Target(metric, competitor, Bound.AT_LEAST, factor, peer);
  }

  boolean isMet(Results results) {
    double ratio = ratio(results);
    return switch (bound) {
      case AT_MOST -> ratio <= factor;
      case AT_LEAST -> ratio >= factor;
    };
  }

  String verdict(Results results) {
    var side =
        switch (bound) {
          case AT_MOST -> "at most";
          case AT_LEAST -> "at least";
        };
    return String.format(
        Locale.ROOT,
        "%s %.2fx of %s: %s (%.2fx)",
        side,
        factor,
        peer,
        isMet(results) ? "met" : "missed",
        ratio(results));
  }

  private double ratio(Results results) {
    return results.ratio(metric, competitor, peer);
  }
}
