package dev.retinue.store;

import dev.retinue.core.Account;
import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
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

  /// Visits every run, removed ones too, with the root of the tree in which it is kept.
  public static void runs(Statements sql, BiConsumer<String, Run> visitor) throws SQLException {
    var query = "SELECT " + RunForm.COLUMNS + ", root FROM run ORDER BY number";
    try (var rows = Rows.bind(sql, query).executeQuery()) {
      while (rows.next()) {
        visitor.accept(rows.getString(6), RunForm.read(rows));
      }
    }
  }

  public static boolean exists(Statements sql, RunId run) throws SQLException {
    return Rows.first(sql, _ -> true, "SELECT 1 FROM run WHERE id = ?", run.text()).isPresent();
  }

  public static Optional<Account> account(Statements sql, RunId holder) throws SQLException {
    return AccountForm.find(sql, holder);
  }

  /// What the events of runs say that each has used itself.
  public static Map<RunId, Usage> spent(Statements sql) throws SQLException {
    var query =
        """
        SELECT run.id, event.kind, event.version, event.body FROM event
        JOIN run ON run.number = event.run WHERE event.kind = 'spent'""";
    Map<RunId, Usage> spent = new HashMap<>();
    try (var rows = Rows.bind(sql, query).executeQuery()) {
      while (rows.next()) {
        var event = EventForm.read(rows.getString(2), rows.getInt(3), rows.getString(4));
        if (event instanceof RunEvent.Spent(var _, var usage)) {
          spent.merge(new RunId(rows.getString(1)), usage, Usage::plus);
        }
      }
    }
    return spent;
  }

  /// The first column of what a query answers.
  public static List<String> texts(Statements sql, String query) throws SQLException {
    return Rows.all(sql, row -> String.valueOf(row.getString(1)), query);
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
