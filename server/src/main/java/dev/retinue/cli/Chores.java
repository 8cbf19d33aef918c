package dev.retinue.cli;

import dev.retinue.core.Retention;
import dev.retinue.core.staff.Trouble;
import java.time.Duration;

/// What a daemon does now and then: lets go what the rules of retention let go.
final class Chores {
  private static final Duration BETWEEN_CLEANINGS = Duration.ofHours(6);

  private final Household household;
  private final Retention rules;

  Chores(Household household, Retention rules) {
    this.household = household;
    this.rules = rules;
  }

  void begin() {
    Thread.ofVirtual().name("housekeeping").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        try {
          household.clean(rules);
        } catch (RuntimeException e) {
          Trouble.note("what may go is let go later", e);
        }
        Thread.sleep(BETWEEN_CLEANINGS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
