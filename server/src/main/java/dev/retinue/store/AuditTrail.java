package dev.retinue.store;

import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.ChainCheck;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.util.function.Consumer;

/// The whole audit trail of a database, in one snapshot: whatever is cut off meanwhile.
public final class AuditTrail {
  private static final String ALL = "SELECT " + AuditForm.COLUMNS + " FROM audit ORDER BY number";

  private AuditTrail() {}

  /// What stands before the first line, and which the last is.
  ///
  /// @param number the last entry that was cut off; 0 if none was
  /// @param hash its hash
  /// @param last the number that was given last
  public record Bounds(long number, String hash, long last) {}

  public static Bounds bounds(Statements sql) throws SQLException {
    var cut = AuditCut.lastOf(sql);
    long last =
        SqlAudit.number(
            sql, "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0)");
    return new Bounds(cut.number(), cut.hash(), last);
  }

  /// Visits every line, the oldest first.
  public static void lines(Statements sql, Bounds bounds, Consumer<AuditLine> visitor)
      throws SQLException {
    var previous = bounds.hash();
    try (var rows = Rows.bind(sql, ALL).executeQuery()) {
      while (rows.next()) {
        var row = AuditForm.read(rows);
        visitor.accept(new AuditLine(row.entry(), previous, row.hash()));
        previous = row.hash();
      }
    }
  }

  /// Checks all of it.
  public static ChainCheck.Report check(Statements sql) throws SQLException {
    var bounds = bounds(sql);
    var check = new ChainCheck(bounds.number(), bounds.hash());
    try (var rows = Rows.bind(sql, ALL).executeQuery()) {
      var previous = bounds.hash();
      while (rows.next()) {
        try {
          var row = AuditForm.read(rows);
          check.look(new AuditLine(row.entry(), previous, row.hash()));
          previous = row.hash();
        } catch (RuntimeException _) {
          check.fault("Entry %d was changed: it cannot be read.".formatted(rows.getLong(1)));
          check.skip(rows.getLong(1), rows.getString(18));
          previous = rows.getString(18);
        }
      }
    }
    check.end(bounds.last());
    return check.report();
  }
}
