package dev.retinue.core.staff;

import java.time.Duration;

/// How long to wait before the next try.
final class Patience {
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private Patience() {}

  /// Waits, unless somebody wants the thread back, and says how long to wait the next time.
  static Duration pauseThenDouble(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }
}
