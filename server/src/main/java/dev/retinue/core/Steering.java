package dev.retinue.core;

import java.util.Map;

/// What was said to a run while it was at work, and how much of it the run has heard.
public final class Steering {
  private static final String SAID = "steered";
  private static final String HEARD = "heard";

  private Steering() {}

  /// How often something was said to it.
  public static int said(Run run) {
    return count(run, SAID);
  }

  /// Whether it knows all that was said to it: before that, its word *done* does not count.
  public static boolean isHeard(Run run) {
    return count(run, HEARD) >= said(run);
  }

  /// What is known of a run that has heard so much.
  public static Map<String, String> heard(int times) {
    return Map.of(HEARD, Integer.toString(times));
  }

  static Map<String, String> oneMore(Run run) {
    return Map.of(SAID, Integer.toString(said(run) + 1));
  }

  private static int count(Run run, String fact) {
    return Integer.parseInt(run.facts().getOrDefault(fact, "0"));
  }
}
