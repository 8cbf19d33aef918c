package dev.retinue.llm.openai;

import dev.retinue.llm.Tokens;
import tools.jackson.databind.JsonNode;

/// What was used, as OpenAI and its likes tell it.
final class Usage {
  private Usage() {}

  /// What comes from a cache, or goes into one, is part of what was read; here it is apart.
  ///
  /// @param read how the tokens that were read are called: `input`, or `prompt`
  /// @param written how those are called that were written: `output`, or `completion`
  static Tokens of(JsonNode usage, String read, String written) {
    var details = usage.path(read + "_tokens_details");
    long cached =
        details.path("cached_tokens").asLong(usage.path("prompt_cache_hit_tokens").asLong(0));
    long kept = details.path("cache_write_tokens").asLong(0);
    long input = usage.path(read + "_tokens").asLong(0);
    long output = usage.path(written + "_tokens").asLong(0);
    return new Tokens(
        Math.max(0, input - cached - kept),
        cached,
        kept,
        // Some leave what was thought out of what was written, but not out of the sum.
        Math.max(output, usage.path("total_tokens").asLong(0) - input),
        usage.path(written + "_tokens_details").path("reasoning_tokens").asLong(0));
  }
}
