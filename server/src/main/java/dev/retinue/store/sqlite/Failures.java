package dev.retinue.store.sqlite;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// What went wrong with a database file, what that means for the connection, and how to say it.
record Failures(Path file) {
  enum Kind {
    /// A mistake in a statement, or a constraint: the caller's own, and the connection is well.
    STATEMENT,
    /// Somebody else holds the lock.
    BUSY,
    /// There is no room left. What was not committed is gone, for certain.
    FULL,
    /// Reading or writing failed.
    IO,
    /// What was written may or may not be on disk, and asking again would not tell.
    SYNC,
    /// The file is not what we wrote.
    DAMAGED;

    /// After these the driver's statements are dead, and SQLite has given up the transaction.
    boolean breaksConnection() {
      return switch (this) {
        case STATEMENT, BUSY -> false;
        case FULL, IO, SYNC, DAMAGED -> true;
      };
    }

    /// Whether a commit that failed like this may yet have happened.
    boolean leavesCommitUnknown() {
      return switch (this) {
        case STATEMENT, BUSY, FULL -> false;
        case IO, SYNC, DAMAGED -> true;
      };
    }
  }

  /// What the failure is at bottom, also where somebody has wrapped it.
  static Kind kind(Throwable failure) {
    return sql(failure).map(Failures::kindOf).orElse(Kind.STATEMENT);
  }

  private static Optional<SQLiteException> sql(@Nullable Throwable failure) {
    int depth = 0;
    for (var at = failure; at != null && depth < 20; at = at.getCause(), depth++) {
      if (at instanceof SQLiteException found) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  private static Kind kindOf(SQLiteException failure) {
    var code = failure.getResultCode();
    if (code == SQLiteErrorCode.SQLITE_IOERR_FSYNC
        || code == SQLiteErrorCode.SQLITE_IOERR_DIR_FSYNC) {
      return Kind.SYNC;
    }
    return switch (SQLiteErrorCode.getErrorCode(failure.getErrorCode())) {
      case SQLITE_BUSY -> Kind.BUSY;
      case SQLITE_FULL -> Kind.FULL;
      case SQLITE_CORRUPT, SQLITE_NOTADB -> Kind.DAMAGED;
      // An error that the driver does not know is one that we know nothing good about.
      case SQLITE_IOERR,
          SQLITE_CANTOPEN,
          SQLITE_READONLY,
          SQLITE_PERM,
          SQLITE_PROTOCOL,
          SQLITE_NOLFS,
          UNKNOWN_ERROR ->
          Kind.IO;
      default -> Kind.STATEMENT;
    };
  }

  /// What the caller gets: its own exceptions as they are, trouble with the disk in a sentence.
  Throwable told(Throwable failure) {
    if (!(failure instanceof SQLException)) {
      return failure;
    }
    return switch (kind(failure)) {
      case STATEMENT -> failure;
      case BUSY ->
          unavailable(
              "Another program holds the lock of %s; try again, and end that program if this stays so.",
              file, failure);
      case FULL ->
          unavailable(
              "The disk that holds %s is full, so nothing new can be recorded; free some space, then try again.",
              PrivateFiles.folderOf(file), failure);
      case IO ->
          unavailable(
              "%s could not be read or written; look at its disk, the space there and its permissions, then try again.",
              file, failure);
      case SYNC ->
          unavailable(
              "The disk did not confirm what was written to %s; look at the disk, then restart Retinue.",
              file, failure);
      case DAMAGED ->
          RetinueException.at(
              file,
              ErrorCode.INTERNAL_ERROR,
              "%s is damaged; stop Retinue and put a copy of it in its place.".formatted(file),
              failure);
    };
  }

  /// The refusal of everything that comes after a failure that cannot be undone.
  RetinueException stopped(@Nullable Throwable cause) {
    return unavailable(
        "The disk did not confirm what was written to %s, so nothing more is recorded; look at the disk, then restart Retinue.",
        file, cause);
  }

  static RetinueException takenBack(SQLException cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The change was taken back together with another one that failed; try again.",
        cause);
  }

  static RetinueException closing() {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE, "Retinue is shutting down; try again when it is back.");
  }

  static RetinueException overloaded(Limit limit, String what) {
    return LimitHit.fixed(
            limit, LimitHit.Whose.HOUSE, LimitHit.Frees.when("the disk has caught up"))
        .overload(
            "The store is overloaded: too many %s wait for the disk; try again in a moment."
                .formatted(what));
  }

  private static RetinueException unavailable(
      String sentence, @Nullable Path thing, @Nullable Throwable cause) {
    return RetinueException.at(
        String.valueOf(thing), ErrorCode.SERVICE_UNAVAILABLE, sentence.formatted(thing), cause);
  }

  /// Throws what a work threw, a checked exception too: the caller wrote the work and knows it.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <X extends Throwable> RuntimeException rethrown(Throwable failure) throws X {
    throw (X) failure;
  }
}
