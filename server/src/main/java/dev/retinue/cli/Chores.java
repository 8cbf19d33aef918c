package dev.retinue.cli;

import dev.retinue.core.Retention;
import dev.retinue.core.staff.Trouble;
import dev.retinue.store.files.AuditFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/// What a daemon does now and then: lets go what the rules of retention let go, and the folders of
/// sessions that are closed.
final class Chores {
  private static final Duration BETWEEN_CLEANINGS = Duration.ofHours(6);
  private static final Duration BETWEEN_ROOMS = Duration.ofMinutes(1);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

  private final Household household;
  private final Retention rules;

  Chores(Household household, Retention rules) {
    this.household = household;
    this.rules = rules;
  }

  void begin() {
    Thread.ofVirtual().name("housekeeping").start(this::clean);
    Thread.ofVirtual().name("rooms").start(this::cleanRooms);
    Thread.ofVirtual().name("audit").start(this::tellAudit);
  }

  private void clean() {
    repeat(() -> household.clean(rules), BETWEEN_CLEANINGS);
  }

  private void tellAudit() {
    var file = household.auditing().file();
    repeat(
        () -> {
          household.staff().audit().tell();
          file.ifPresent(Chores::copy);
        },
        file.isPresent() ? BETWEEN_LINES : BETWEEN_ROOMS);
  }

  private static void copy(AuditFile file) {
    try {
      file.catchUp();
    } catch (IOException e) {
      Trouble.note("the copy of the audit trail waits", new UncheckedIOException(e));
    }
  }

  private void cleanRooms() {
    repeat(household::cleanRooms, BETWEEN_ROOMS);
  }

  private static void repeat(Runnable chore, Duration pause) {
    try {
      while (true) {
        try {
          chore.run();
        } catch (RuntimeException e) {
          Trouble.note("what may go is let go later", e);
        }
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
