package dev.retinue.config.team.key;

import dev.retinue.config.Key;
import dev.retinue.config.Kinds;
import dev.retinue.config.Shape;
import dev.retinue.config.Values;
import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Money;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// The section `budget` of a file: what one run of its agents, and all below it, may use.
final class BudgetKeys {
  private static final double MOST_DOLLARS = 1_000_000;

  private static final Key<Double> COST =
      Key.optional("max_cost", TeamKinds.decimal(0, MOST_DOLLARS), "In US dollars.");
  private static final Key<Long> TOKENS =
      Key.optional(
          "max_tokens", Kinds.wholeNumber(0, 1_000_000_000_000L), "What is said and heard.");
  private static final Key<Duration> TIME =
      Key.optional("max_time", TeamKinds.time(Duration.ofDays(7)), "From its beginning on.");

  static final Key<Agent.Limits> KEY =
      Key.of(
          "budget",
          new Shape<>(java.util.List.of(COST, TOKENS, TIME), BudgetKeys::limits),
          Agent.Limits.NONE,
          "What a run of one of its agents may use, with all below it: `max_cost`, `max_tokens`, `max_time`.");

  private BudgetKeys() {}

  /// There 0 means no limit.
  private static Agent.Limits limits(Values values) {
    return new Agent.Limits(
        new Budget(
            limit(values.find(COST), 0.0).map(it -> Money.usd(BigDecimal.valueOf(it))).orElse(null),
            limit(values.find(TOKENS), 0L).orElse(null),
            null,
            limit(values.find(TIME).map(Duration::toSeconds), 0L).orElse(null),
            null),
        false);
  }

  private static <T> Optional<T> limit(Optional<T> written, T none) {
    return written.filter(it -> !it.equals(none));
  }
}
