package dev.retinue.store;

import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.port.AuditLog;
import dev.retinue.store.sqlite.Database;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The audit trail in a SQL database.
public final class SqlAudit implements AuditLog {
  /// How many are looked at for one page, whoever they are of.
  private static final long WINDOW = 20_000;

  /// How many go in one transaction, so that nobody waits long for it.
  private static final int CUT_AT_ONCE = 5_000;

  private static final String SELECT = "SELECT " + AuditForm.COLUMNS + " FROM audit ";

  private final Database database;

  public SqlAudit(Database database) {
    this.database = database;
  }

  @Override
  public void append(Deed deed) {
    database.change(sql -> AuditForm.append(sql, deed.entry()));
    deed.keep();
  }

  @Override
  public Page page(Query query) {
    return database.read(sql -> page(sql, query));
  }

  /// The same for somebody who only looks.
  public static Page page(Statements sql, Query query) throws SQLException {
    long top =
        query.before() == null
            ? number(sql, "SELECT coalesce(max(number), 0) + 1 FROM audit")
            : query.before();
    long floor = Math.max(0, top - WINDOW - 1);
    var search = new AuditSearch(query);
    var values = new ArrayList<@Nullable Object>(List.of(floor, top));
    values.addAll(search.values());
    values.add(query.most());
    var rows =
        Rows.all(
            sql,
            AuditForm::read,
            SELECT
                + "WHERE number > ? AND number < ?"
                + search.conditions()
                + " ORDER BY number DESC LIMIT ?",
            values.toArray());
    var lines = new ArrayList<AuditLine>();
    for (var row : rows) {
      lines.add(new AuditLine(row.entry(), before(sql, row.entry().number()), row.hash()));
    }
    long reached =
        rows.size() == query.most() && !rows.isEmpty()
            ? rows.getLast().entry().number()
            : floor + 1;
    boolean more =
        number(sql, "SELECT count(*) FROM (SELECT 1 FROM audit WHERE number < ? LIMIT 1)", reached)
            > 0;
    return new Page(lines, more ? reached : null);
  }

  /// The hash of the one before; what was cut off is known from the entry of the cut.
  private static String before(Statements sql, long number) throws SQLException {
    return Rows.first(
            sql, row -> row.getString(1), "SELECT hash FROM audit WHERE number = ?", number - 1)
        .orElseGet(() -> Sql.run(() -> AuditCut.lastOf(sql).hash()));
  }

  @Override
  public List<AuditLine> after(long number, int most) {
    return database.read(sql -> lines(sql, number, most));
  }

  /// The same for somebody who only looks.
  public static List<AuditLine> lines(Statements sql, long number, int most) throws SQLException {
    var rows =
        Rows.all(
            sql,
            AuditForm::read,
            SELECT + "WHERE number > ? ORDER BY number LIMIT ?",
            number,
            most);
    var lines = new ArrayList<AuditLine>();
    for (var row : rows) {
      var previous = lines.isEmpty() ? before(sql, row.entry().number()) : lines.getLast().hash();
      lines.add(new AuditLine(row.entry(), previous, row.hash()));
    }
    return lines;
  }

  @Override
  public long cut(Instant before, Deed deed) {
    return database.change(sql -> AuditCut.make(sql, before, CUT_AT_ONCE, deed));
  }

  static long number(Statements sql, String text, @Nullable Object... values) throws SQLException {
    return Rows.first(sql, row -> row.getLong(1), text, values).orElse(0L);
  }
}
