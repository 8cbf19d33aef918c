package dev.retinue.store;

import dev.retinue.core.Account;
import dev.retinue.core.Budget;
import dev.retinue.core.Money;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How an account is written down.
final class AccountForm {
  private AccountForm() {}

  static Optional<Account> find(Statements sql, RunId holder) throws SQLException {
    return Rows.first(
        sql,
        AccountForm::read,
        """
        SELECT holder, max_cost, max_tokens, max_turns, max_seconds, max_runs, cost, unpriced,
          input_tokens, output_tokens, cached_tokens, turns, reserved, runs
        FROM account WHERE holder = ?""",
        holder.text());
  }

  private static Account read(ResultSet row) throws SQLException {
    var maxCost = Rows.number(row, 2);
    var budget =
        new Budget(
            maxCost == null ? null : new Money(maxCost),
            Rows.number(row, 3),
            Rows.number(row, 4),
            Rows.number(row, 5),
            Rows.number(row, 6));
    var spent =
        new Usage(
            new Money(row.getLong(7)),
            row.getBoolean(8),
            row.getLong(9),
            row.getLong(10),
            row.getLong(11),
            row.getLong(12));
    var reserved = row.getString(13);
    return new Account(
        new RunId(row.getString(1)),
        budget,
        spent,
        reserved == null ? Usage.NONE : Stored.JSON.readValue(reserved, Usage.class),
        row.getLong(14));
  }

  static int save(Statements sql, Account account) throws SQLException {
    var budget = account.budget();
    var spent = account.spent();
    return Rows.update(
        sql,
        """
        INSERT OR REPLACE INTO account (holder, max_cost, max_tokens, max_turns, max_seconds,
          max_runs, cost, unpriced, input_tokens, output_tokens, cached_tokens, turns, reserved,
          runs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        account.holder().text(),
        nanos(budget.maxCost()),
        budget.maxTokens(),
        budget.maxTurns(),
        budget.maxSeconds(),
        budget.maxRuns(),
        spent.cost().nanos(),
        spent.unpriced(),
        spent.inputTokens(),
        spent.outputTokens(),
        spent.cachedTokens(),
        spent.turns(),
        account.reserved().isNone() ? null : Stored.JSON.writeValueAsString(account.reserved()),
        account.runs());
  }

  private static @Nullable Long nanos(@Nullable Money money) {
    return money == null ? null : money.nanos();
  }
}
