package dev.retinue.llm;

import org.jspecify.annotations.Nullable;

/// How a model chooses its words. What is null its provider decides; what a provider does not know
/// it is not told.
///
/// @param temperature how much it dares: 0 for the likeliest word
/// @param topP of how much of what is likely it chooses
/// @param frequencyPenalty against words that it often used
/// @param presencePenalty against words that it used at all
/// @param parallelTools whether it may call several tools at once
public record Sampling(
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Double frequencyPenalty,
    @Nullable Double presencePenalty,
    @Nullable Boolean parallelTools) {
  public static final Sampling USUAL = new Sampling(null, null, null, null, null);

  /// Whether it is to call one tool after the other.
  public boolean isOneByOne() {
    return Boolean.FALSE.equals(parallelTools);
  }
}
