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
    return firstLimit(used, 1);
  }

  /// The first limit of which this use leaves nothing, as a phrase.
  public Optional<String> usedUpBy(Usage used) {
    return firstLimit(used, 0);
  }

  /// @param least 0 to find a limit that is reached, 1 to find one that is crossed
  private Optional<String> firstLimit(Usage used, int least) {
    if (maxCost != null && used.cost().compareTo(maxCost) >= least) {
      return Optional.of("max_cost_usd %s".formatted(maxCost.usd().toPlainString()));
    }
    if (maxTokens != null && Long.compare(used.tokens(), maxTokens) >= least) {
      return Optional.of("max_tokens %d".formatted(maxTokens));
    }
    if (maxTurns != null && Long.compare(used.turns(), maxTurns) >= least) {
      return Optional.of("max_turns %d".formatted(maxTurns));
    }
    return Optional.empty();
  }

  /// This one, as far as the other allows it: of two limits the smaller holds.
  public Budget within(Budget other) {
    return new Budget(
        smaller(maxCost, other.maxCost),
        smaller(maxTokens, other.maxTokens),
        smaller(maxTurns, other.maxTurns),
        smaller(maxSeconds, other.maxSeconds),
        smaller(maxRuns, other.maxRuns));
  }

  /// What is left of it after this use.
  ///
  /// @param seconds how long it took
  /// @param runs how many were started
  public Budget after(Usage used, long seconds, long runs) {
    return new Budget(
        maxCost == null ? null : new Money(Math.max(0, maxCost.nanos() - used.cost().nanos())),
        left(maxTokens, used.tokens()),
        left(maxTurns, used.turns()),
        left(maxSeconds, seconds),
        left(maxRuns, runs));
  }

  private static @Nullable Long left(@Nullable Long most, long used) {
    return most == null ? null : Math.max(0, most - used);
  }

  private static <T extends Comparable<T>> @Nullable T smaller(@Nullable T a, @Nullable T b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.compareTo(b) <= 0 ? a : b;
  }
}
