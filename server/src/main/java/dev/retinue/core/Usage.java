package dev.retinue.core;

/// What work has used, or may use.
///
/// @param cost what is known of the price
/// @param unpriced whether some of it has no known price: then the cost is a part, not the whole
/// @param cachedTokens how many of the input tokens came from the provider's cache
public record Usage(
    Money cost,
    boolean unpriced,
    long inputTokens,
    long outputTokens,
    long cachedTokens,
    long turns) {
  public static final Usage NONE = new Usage(Money.ZERO, false, 0, 0, 0, 0);

  public Usage {
    if (cost.nanos() < 0 || inputTokens < 0 || outputTokens < 0 || cachedTokens < 0 || turns < 0) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, "What was used cannot be less than 0.");
    }
  }

  public static Usage cost(Money cost) {
    return new Usage(cost, false, 0, 0, 0, 0);
  }

  public Usage plus(Usage other) {
    return new Usage(
        cost.plus(other.cost),
        unpriced || other.unpriced,
        Capped.sum(inputTokens, other.inputTokens),
        Capped.sum(outputTokens, other.outputTokens),
        Capped.sum(cachedTokens, other.cachedTokens),
        Capped.sum(turns, other.turns));
  }

  /// Never less than nothing: what is given back twice is given back once. Where nothing is left,
  /// no price is unknown.
  public Usage minus(Usage other) {
    var left =
        new Usage(
            new Money(Math.max(0, cost.nanos() - other.cost.nanos())),
            false,
            Math.max(0, inputTokens - other.inputTokens),
            Math.max(0, outputTokens - other.outputTokens),
            Math.max(0, cachedTokens - other.cachedTokens),
            Math.max(0, turns - other.turns));
    return unpriced && !left.isNone() ? left.withoutPrice() : left;
  }

  private Usage withoutPrice() {
    return new Usage(cost, true, inputTokens, outputTokens, cachedTokens, turns);
  }

  /// Of each the larger: two who count the same may each have missed something.
  public Usage atLeast(Usage other) {
    return new Usage(
        new Money(Math.max(cost.nanos(), other.cost.nanos())),
        unpriced || other.unpriced,
        Math.max(inputTokens, other.inputTokens),
        Math.max(outputTokens, other.outputTokens),
        Math.max(cachedTokens, other.cachedTokens),
        Math.max(turns, other.turns));
  }

  public long tokens() {
    return Capped.sum(inputTokens, outputTokens);
  }

  public boolean isNone() {
    return equals(NONE);
  }
}
