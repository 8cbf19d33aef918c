package dev.retinue.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A work on its way to the writer and back: its caller waits until it is durable, or refused.
final class Change<T extends @Nullable Object> {
  private sealed interface Outcome<T extends @Nullable Object> {
    record Done<T extends @Nullable Object>(T value) implements Outcome<T> {}

    record Refused<T extends @Nullable Object>(Throwable why) implements Outcome<T> {}
  }

  private final SqlWork<T> work;
  private final Thread caller = Thread.currentThread();

  /// Known to the writer alone, until the transaction has ended.
  private @Nullable Outcome<T> outcome;

  private volatile @Nullable Outcome<T> answer;

  Change(SqlWork<T> work) {
    this.work = work;
  }

  /// Does the work; the caller does not know it yet.
  void carryOut(Statements sql) throws SQLException {
    outcome = new Outcome.Done<>(work.on(sql));
  }

  void refuse(Throwable why) {
    outcome = new Outcome.Refused<>(why);
  }

  boolean isRefused() {
    return outcome instanceof Outcome.Refused;
  }

  /// Tells the caller what came of it.
  void answer() {
    answer = outcome;
    LockSupport.unpark(caller);
  }

  /// Waits for the answer. An interrupt does not end the wait, because the work may be done by now
  /// and cannot be called back; it is kept for the caller.
  T await() {
    boolean interrupted = false;
    var known = answer;
    while (known == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
      known = answer;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return switch (known) {
      case Outcome.Done<T>(var value) -> value;
      case Outcome.Refused<T>(var why) -> throw Failures.<RuntimeException>rethrown(why);
    };
  }
}
