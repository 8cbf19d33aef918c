package dev.retinue.core;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a run and everything below it may use. What is null is not limited.
public record Budget(
    @Nullable Money maxCost,
    @Nullable Long maxTokens,
    @Nullable Long maxTurns,
    @Nullable Long maxSeconds,
    @Nullable Long maxRuns) {
  public static final Budget UNLIMITED = new Budget(null, null, null, null, null);

  public Budget {
    refuseNegative("max_cost_usd", maxCost == null ? null : maxCost.usd());
    refuseNegative("max_tokens", maxTokens);
    refuseNegative("max_turns", maxTurns);
    refuseNegative("max_seconds", maxSeconds);
    refuseNegative("max_runs", maxRuns);
  }

  private static void refuseNegative(String name, @Nullable Long value) {
    refuseNegative(name, value == null ? null : BigDecimal.valueOf(value));
  }

  private static void refuseNegative(String name, @Nullable BigDecimal value) {
    if (value != null && value.signum() < 0) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s must be 0 or more, not %s.".formatted(name, value.toPlainString()));
    }
  }

  public static Budget cost(Money most) {
    return new Budget(most, null, null, null, null);
  }

  public boolean isUnlimited() {
    return equals(UNLIMITED);
  }

  /// The first limit that this use goes beyond, as a phrase.
  public Optional<String> crossedBy(Usage used) {
    if (maxCost != null && used.cost().compareTo(maxCost) > 0) {
      return Optional.of("max_cost_usd %s".formatted(maxCost.usd().toPlainString()));
    }
    if (maxTokens != null && used.tokens() > maxTokens) {
      return Optional.of("max_tokens %d".formatted(maxTokens));
    }
    if (maxTurns != null && used.turns() > maxTurns) {
      return Optional.of("max_turns %d".formatted(maxTurns));
    }
    return Optional.empty();
  }

  /// This one, with the limits of the other where it has none of its own.
  public Budget orElse(Budget other) {
    return new Budget(
        maxCost != null ? maxCost : other.maxCost,
        maxTokens != null ? maxTokens : other.maxTokens,
        maxTurns != null ? maxTurns : other.maxTurns,
        maxSeconds != null ? maxSeconds : other.maxSeconds,
        maxRuns != null ? maxRuns : other.maxRuns);
  }
}
