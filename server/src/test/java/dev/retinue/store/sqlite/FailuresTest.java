package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.sqlite.Failures.Kind;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class FailuresTest {
  private final Failures failures = new Failures(Path.of("/data/retinue.db"));

  @ParameterizedTest
  @CsvSource({
    "SQLITE_CONSTRAINT_UNIQUE, STATEMENT",
    "SQLITE_ERROR, STATEMENT",
    "SQLITE_BUSY, BUSY",
    "SQLITE_BUSY_SNAPSHOT, BUSY",
    "SQLITE_FULL, FULL",
    "SQLITE_CANTOPEN, IO",
    "SQLITE_READONLY_DBMOVED, IO",
    "SQLITE_IOERR_FSYNC, SYNC",
    "SQLITE_IOERR_DIR_FSYNC, SYNC",
    "SQLITE_CORRUPT, DAMAGED",
    "SQLITE_CORRUPT_INDEX, DAMAGED",
    "SQLITE_NOTADB, DAMAGED",
    "UNKNOWN_ERROR, IO"
  })
  void each_error_has_its_kind(SQLiteErrorCode code, Kind kind) {
    assertThat(Failures.kind(failure(code))).isEqualTo(kind);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "SQLITE_IOERR.*")
  void no_connection_is_used_after_an_error_of_the_disk(SQLiteErrorCode code) {
    assertThat(Failures.kind(failure(code)).breaksConnection()).isTrue();
    assertThat(Failures.kind(failure(code)).leavesCommitUnknown()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void what_is_said_is_a_sentence_with_the_file_and_the_cause(Kind kind) {
    var cause = failure(example(kind));
    var told = failures.told(cause);
    if (kind == Kind.STATEMENT) {
      assertThat(told).isSameAs(cause);
    } else {
      assertThat(told)
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining("/data")
          .hasMessageEndingWith(".")
          .hasCause(cause);
      assertThat(((RetinueException) told).code())
          .isEqualTo(
              kind == Kind.DAMAGED ? ErrorCode.INTERNAL_ERROR : ErrorCode.SERVICE_UNAVAILABLE);
    }
  }

  private static SQLiteErrorCode example(Kind kind) {
    return switch (kind) {
      case STATEMENT -> SQLiteErrorCode.SQLITE_CONSTRAINT_CHECK;
      case BUSY -> SQLiteErrorCode.SQLITE_BUSY;
      case FULL -> SQLiteErrorCode.SQLITE_FULL;
      case IO -> SQLiteErrorCode.SQLITE_IOERR_READ;
      case SYNC -> SQLiteErrorCode.SQLITE_IOERR_FSYNC;
      case DAMAGED -> SQLiteErrorCode.SQLITE_CORRUPT;
    };
  }

  @Test
  void an_error_of_the_disk_is_seen_where_somebody_has_wrapped_it() {
    var wrapped =
        new RetinueException(
            ErrorCode.INTERNAL_ERROR,
            "It did not work.",
            new SQLException("outer", failure(SQLiteErrorCode.SQLITE_IOERR_FSYNC)));
    assertThat(Failures.kind(wrapped)).isEqualTo(Kind.SYNC);
    assertThat(failures.told(wrapped)).isSameAs(wrapped);
  }

  private static SQLiteException failure(SQLiteErrorCode code) {
    return new SQLiteException("for a test", code);
  }
}
