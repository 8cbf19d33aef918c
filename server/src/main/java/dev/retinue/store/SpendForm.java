package dev.retinue.store;

import dev.retinue.core.Money;
import dev.retinue.core.Spend;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the spend book is written down, and what is promised to callers.
final class SpendForm {
  private SpendForm() {}

  /// Adds to the line, which is made if it is not there.
  static int note(Statements sql, Spend line) throws SQLException {
    var sum = line.sum();
    return Rows.update(
        sql,
        """
        INSERT INTO spend (day, caller, agent, model, cost, invented, input_tokens, output_tokens,
          cached_tokens, unpriced_tokens, runs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (caller, day, agent, model) DO UPDATE SET cost = cost + excluded.cost,
          invented = invented + excluded.invented,
          input_tokens = input_tokens + excluded.input_tokens,
          output_tokens = output_tokens + excluded.output_tokens,
          cached_tokens = cached_tokens + excluded.cached_tokens,
          unpriced_tokens = unpriced_tokens + excluded.unpriced_tokens,
          runs = runs + excluded.runs""",
        line.day().toString(),
        line.caller(),
        line.agent(),
        line.model(),
        sum.cost().nanos(),
        sum.invented().nanos(),
        sum.inputTokens(),
        sum.outputTokens(),
        sum.cachedTokens(),
        sum.unpricedTokens(),
        sum.runs());
  }

  static Money spent(Statements sql, String caller, LocalDate from, LocalDate to)
      throws SQLException {
    return Rows.first(
            sql,
            row -> new Money(row.getLong(1)),
            "SELECT coalesce(sum(cost), 0) FROM spend WHERE caller = ? AND day BETWEEN ? AND ?",
            caller,
            from.toString(),
            to.toString())
        .orElse(Money.ZERO);
  }

  static List<Spend> lines(Statements sql, LocalDate from, LocalDate to, @Nullable String caller)
      throws SQLException {
    var select =
        """
        SELECT day, caller, agent, model, cost, invented, input_tokens, output_tokens,
          cached_tokens, unpriced_tokens, runs FROM spend WHERE day BETWEEN ? AND ?""";
    var order = " ORDER BY day, caller, agent, model";
    return caller == null
        ? Rows.all(sql, SpendForm::read, select + order, from.toString(), to.toString())
        : Rows.all(
            sql,
            SpendForm::read,
            select + " AND caller = ?" + order,
            from.toString(),
            to.toString(),
            caller);
  }

  /// Runs that were imported may be older than those before them, and have no lines.
  static int forget(Statements sql, LocalDate before) throws SQLException {
    return Rows.update(
        sql,
        """
        DELETE FROM spend WHERE day < ? AND day < coalesce(
          (SELECT date(created_at / 1000000, 'unixepoch') FROM run ORDER BY number LIMIT 1),
          '9999-12-31')""",
        before.toString());
  }

  private static Spend read(ResultSet row) throws SQLException {
    return new Spend(
        LocalDate.parse(row.getString(1)),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        new Spend.Sum(
            new Money(row.getLong(5)),
            new Money(row.getLong(6)),
            row.getLong(7),
            row.getLong(8),
            row.getLong(9),
            row.getLong(10),
            row.getLong(11)));
  }

  static Money promised(Statements sql, String caller) throws SQLException {
    return Rows.first(
            sql,
            row -> new Money(row.getLong(1)),
            "SELECT cost FROM promise WHERE caller = ?",
            caller)
        .orElse(Money.ZERO);
  }

  /// Never less than nothing: what is given back twice is given back once.
  static int promise(Statements sql, String caller, Money more) throws SQLException {
    return Rows.update(
        sql,
        """
        INSERT INTO promise (caller, cost) VALUES (?, max(0, ?))
        ON CONFLICT (caller) DO UPDATE SET cost = max(0, cost + ?)""",
        caller,
        more.nanos(),
        more.nanos());
  }
}
