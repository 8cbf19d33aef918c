package dev.retinue.store;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a database holds, for those who keep a copy of it.
public final class Inventory {
  private Inventory() {}

  /// How many there are of what people ask for.
  public record Counts(long runs, long events, long sessions, long tasks, long tokens) {}

  /// The part of a run's progress that names its blobs.
  private record Progress(@Nullable Names dossier) {}

  private record Names(@Nullable Blob payload, @Nullable Blob output) {}

  /// The version of the schema; 0 if there is none.
  public static int schema(Statements sql) throws SQLException {
    return Math.toIntExact(number(sql, "PRAGMA user_version"));
  }

  public static Counts counts(Statements sql) throws SQLException {
    return new Counts(
        number(sql, "SELECT count(*) FROM run"),
        number(sql, "SELECT count(*) FROM event"),
        number(sql, "SELECT count(*) FROM session"),
        number(sql, "SELECT count(*) FROM call_task"),
        number(sql, "SELECT count(*) FROM credential WHERE revoked_at IS NULL"));
  }

  /// How long all blobs are together, as they are stored.
  public static long blobBytes(Statements sql) throws SQLException {
    return number(sql, "SELECT coalesce(sum(bytes), 0) FROM run");
  }

  /// Visits every blob that a run names, in no order.
  public static void blobs(Statements sql, Consumer<Blob> visitor) throws SQLException {
    var query = "SELECT progress FROM run WHERE bytes > 0";
    try (var rows = Rows.bind(sql, query).executeQuery()) {
      while (rows.next()) {
        var names = Stored.JSON.readValue(rows.getString(1), Progress.class).dossier();
        if (names != null) {
          Optional.ofNullable(names.payload()).ifPresent(visitor);
          Optional.ofNullable(names.output()).ifPresent(visitor);
        }
      }
    }
  }

  /// Refuses a database that SQLite finds fault with.
  public static void requireSound(Statements sql) throws SQLException {
    var fault =
        Rows.first(sql, row -> row.getString(1), "PRAGMA integrity_check(1)").orElse("nothing");
    if (!fault.equals("ok")) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The database is damaged (%s); use another backup.".formatted(fault));
    }
    if (Rows.first(sql, row -> row.getString(1), "PRAGMA foreign_key_check").isPresent()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The database is damaged (some rows refer to nothing); use another backup.");
    }
  }

  private static long number(Statements sql, String query) throws SQLException {
    return Rows.first(sql, row -> row.getLong(1), query).orElse(0L);
  }
}
