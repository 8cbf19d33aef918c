package dev.retinue.store.sqlite;

import dev.retinue.core.port.Observer;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The transactions of the one connection that writes: many changes in one commit, each of them
/// whole or not at all. Only the writer's thread uses it.
final class Transactions {
  /// Pages of the log that are worth moving into the database: with a longer log reads get slower
  /// and the pause longer, with a shorter one the same page is moved more often.
  private static final int LONG_LOG = 4000;

  /// How many commits go by between two looks at the log.
  private static final int COMMITS_PER_LOOK = 16;

  private final SqliteFile file;
  private final Failures failures;
  private final Observer observer;
  private @Nullable Statements connection;
  private boolean broken;
  private boolean logHasGrown;
  private int commitsSinceLook;

  /// Takes over a connection that is open already.
  Transactions(SqliteFile file, Statements connection, Observer observer) {
    this.observer = observer;
    this.file = file;
    this.failures = file.failures();
    this.connection = connection;
  }

  /// Whether something was lost that cannot be found again: nothing may be changed from now on.
  boolean isBroken() {
    return broken;
  }

  /// Carries out these changes in one transaction. When this returns each is durable or refused,
  /// and nobody has been told.
  void carryOut(List<Change<?>> changes) {
    long begun = System.nanoTime();
    try {
      var sql = begun();
      if (changes.size() == 1) {
        alone(sql, changes.getFirst());
      } else {
        together(sql, changes);
      }
      logHasGrown = true;
      commitsSinceLook++;
      observer.committed(changes.size(), System.nanoTime() - begun);
    } catch (SQLException | RuntimeException e) {
      observer.notCommitted(changes.size());
      giveUp(e);
      refuse(changes, e);
    }
  }

  private Statements begun() throws SQLException {
    var open = connection;
    if (open == null) {
      open = file.openToWrite();
      connection = open;
    }
    open.run("BEGIN IMMEDIATE");
    return open;
  }

  /// Nobody else is in the transaction, so it can be taken back without a savepoint.
  private void alone(Statements sql, Change<?> change) throws SQLException {
    if (attempt(sql, change)) {
      commit(sql);
    } else {
      sql.run("ROLLBACK");
    }
  }

  private void together(Statements sql, List<Change<?>> changes) throws SQLException {
    for (var change : changes) {
      mark(sql, "SAVEPOINT change");
      if (!attempt(sql, change)) {
        mark(sql, "ROLLBACK TO change");
      }
      mark(sql, "RELEASE change");
    }
    commit(sql);
  }

  /// That a savepoint is gone means that a work has ended the transaction, with all that was in it.
  private static void mark(Statements sql, String savepoint) throws SQLException {
    try {
      sql.run(savepoint);
    } catch (SQLException e) {
      if (Failures.kind(e) == Failures.Kind.STATEMENT) {
        throw Failures.takenBack(e);
      }
      throw e;
    }
  }

  /// Whether the work was done. Whatever it throws is its caller's, and nobody else's as long as
  /// the transaction lives on.
  private boolean attempt(Statements sql, Change<?> change) throws SQLException {
    try {
      change.carryOut(sql);
      sql.settle();
      return true;
    } catch (SQLException | RuntimeException | Error e) {
      change.refuse(failures.told(e));
      if (Failures.kind(e).breaksConnection()) {
        throw new SQLException("The transaction is lost.", e);
      }
      sql.settle();
      return false;
    }
  }

  private void commit(Statements sql) throws SQLException {
    try {
      sql.run("COMMIT");
    } catch (SQLException e) {
      broken |= Failures.kind(e).leavesCommitUnknown();
      throw e;
    }
  }

  /// A connection is never used again after an error of its own; to close it takes back what was
  /// not committed.
  private void giveUp(Exception why) {
    broken |= Failures.kind(why) == Failures.Kind.SYNC;
    close();
  }

  private void refuse(List<Change<?>> changes, Exception why) {
    for (var change : changes) {
      if (!change.isRefused()) {
        change.refuse(broken ? failures.stopped(why) : failures.told(why));
      }
    }
  }

  /// Moves the log into the database if it has grown long.
  void tidy() {
    if (commitsSinceLook >= COMMITS_PER_LOOK) {
      commitsSinceLook = 0;
      moveLogIfOver(LONG_LOG);
    }
  }

  /// Moves the log into the database while nobody waits.
  void tidyAtLeisure() {
    moveLogIfOver(0);
    logHasGrown = false;
  }

  boolean hasTidyingToDo() {
    return logHasGrown;
  }

  private void moveLogIfOver(int pages) {
    var sql = connection;
    if (sql == null) {
      return;
    }
    try {
      if (unmovedPages(sql, "PRAGMA wal_checkpoint(NOOP)") > pages) {
        unmovedPages(sql, "PRAGMA wal_checkpoint(PASSIVE)");
      }
    } catch (SQLException e) {
      giveUp(e);
    }
  }

  private static int unmovedPages(Statements sql, String pragma) throws SQLException {
    try (var log = sql.prepare(pragma).executeQuery()) {
      return log.getInt(2) - log.getInt(3);
    } finally {
      sql.settle();
    }
  }

  /// Moves the log into the database, if nobody else has it open. Where the disk failed nothing is
  /// touched any more, not even that.
  void close() {
    var open = connection;
    connection = null;
    if (open != null && !broken) {
      open.close();
    }
  }
}
