package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Money;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Spend;
import dev.retinue.core.staff.Costs;
import dev.retinue.core.staff.Costs.By;
import dev.retinue.mcp.schema.Description;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was spent over time.
final class CostOperations {
  private static final int USUAL_DAYS = 30;

  private final Costs costs;

  record CostReport(
      String from,
      String to,
      @Description("agent, model, caller or day.") String by,
      String currency,
      List<CostRow> rows,
      BigDecimal totalUsd,
      List<BudgetRow> budgets) {}

  record CostRow(
      @Description("By UTC.") String day,
      @Description("The name of the agent, model or caller, or the day.") String key,
      BigDecimal costUsd,
      @Description(
              "How much of the cost nobody has to pay, because a model only played a script;"
                  + " missing where there is none.")
          @Nullable BigDecimal inventedUsd,
      long inputTokens,
      long outputTokens,
      long cachedTokens,
      @Description("How many runs were started.") long runs,
      @Description("How many of the tokens have no known price, and are not in the cost.")
          long unpricedTokens) {}

  record BudgetRow(
      String caller,
      @Nullable BigDecimal dayLimitUsd,
      BigDecimal daySpentUsd,
      @Nullable BigDecimal monthLimitUsd,
      BigDecimal monthSpentUsd) {}

  CostOperations(Costs costs) {
    this.costs = costs;
  }

  Operation read() {
    return Operation.json(
        "GET",
        "/api/costs",
        About.answering(
                "What was spent on which day: everybody sees his own, the scopes watch and admin everybody's.",
                CostReport.class)
            .with(
                new Parameter("from", "string", "The first day, like 2026-11-01, by UTC."),
                new Parameter("to", "string", "The last day; today if nothing is said."),
                new Parameter("by", "string", "agent, model, caller or day; agent by default.")),
        this::report);
  }

  private CostReport report(ApiCall call) {
    var to = day("to", call.word("to"), costs.today());
    var from = day("from", call.word("from"), to.minusDays(USUAL_DAYS - 1));
    var by = by(call.word("by"));
    var rows = costs.rows(call.caller(), from, to, by);
    var total = rows.stream().map(it -> it.sum().cost()).reduce(Money.ZERO, Money::plus);
    return new CostReport(
        from.toString(),
        to.toString(),
        by.word(),
        "USD",
        rows.stream().map(CostOperations::row).toList(),
        total.usd(),
        costs.budgets(call.caller()).stream().map(CostOperations::row).toList());
  }

  private static LocalDate day(String name, @Nullable String word, LocalDate usual) {
    try {
      return word == null ? usual : LocalDate.parse(word);
    } catch (DateTimeException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'%s' is '%s'; it must be a day like 2026-11-18.".formatted(name, Excerpt.of(word)));
    }
  }

  private static By by(@Nullable String word) {
    if (word == null) {
      return By.AGENT;
    }
    return Arrays.stream(By.values())
        .filter(it -> it.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> {
              var words = Arrays.stream(By.values()).map(By::word).toList();
              var meant = Nearest.to(word, words).map(" Did you mean '%s'?"::formatted).orElse("");
              return new RetinueException(
                  ErrorCode.INVALID_INPUT,
                  "'by' is one of %s, not '%s'.%s"
                      .formatted(String.join(", ", words), Excerpt.of(word), meant));
            });
  }

  private static CostRow row(Costs.Row row) {
    Spend.Sum sum = row.sum();
    return new CostRow(
        row.day().toString(),
        row.key(),
        sum.cost().usd(),
        sum.invented().nanos() == 0 ? null : sum.invented().usd(),
        sum.inputTokens(),
        sum.outputTokens(),
        sum.cachedTokens(),
        sum.runs(),
        sum.unpricedTokens());
  }

  private static BudgetRow row(Costs.Budgeted budgeted) {
    return new BudgetRow(
        budgeted.caller(),
        usd(budgeted.dayLimit()),
        budgeted.daySpent().usd(),
        usd(budgeted.monthLimit()),
        budgeted.monthSpent().usd());
  }

  private static @Nullable BigDecimal usd(@Nullable Money money) {
    return money == null ? null : money.usd();
  }
}
