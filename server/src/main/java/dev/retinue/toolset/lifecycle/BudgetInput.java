package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Budget;
import dev.retinue.core.Money;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A budget as a caller gives it.
public record BudgetInput(
    @Description("The most it may cost, in US dollars.") @Limits(min = 0)
        @Nullable BigDecimal maxCostUsd,
    @Description("The most tokens, in and out together.") @Limits(min = 0) @Nullable Long maxTokens,
    @Description("The most turns of the model.") @Limits(min = 0) @Nullable Long maxTurns,
    @Description("The most seconds at work; leave it out for no limit.") @Limits(min = 1)
        @Nullable Long maxSeconds,
    @Description("The most agents that may be started below it.") @Limits(min = 0)
        @Nullable Long maxRuns) {

  /// The same as it is shown.
  public static BudgetInput of(Budget budget) {
    var cost = budget.maxCost();
    return new BudgetInput(
        cost == null ? null : cost.usd(),
        budget.maxTokens(),
        budget.maxTurns(),
        budget.maxSeconds(),
        budget.maxRuns());
  }

  /// The budget, without a limit where none was given.
  public static Budget budget(@Nullable BudgetInput input) {
    if (input == null) {
      return Budget.UNLIMITED;
    }
    var cost = input.maxCostUsd == null ? null : Money.usd(input.maxCostUsd);
    return new Budget(cost, input.maxTokens, input.maxTurns, input.maxSeconds, input.maxRuns);
  }
}
