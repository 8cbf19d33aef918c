package dev.retinue.llm;

/// What an answer used, each token in one place only.
///
/// @param input read anew
/// @param cacheRead read from a cache of the provider
/// @param cacheWrite read and kept in that cache
/// @param output written, thoughts included
/// @param reasoning how much of the output was thought
public record Tokens(long input, long cacheRead, long cacheWrite, long output, long reasoning) {
  /// Nothing was said of them: an answer that used none there is not.
  public static final Tokens NONE = new Tokens(0, 0, 0, 0, 0);

  /// All that was read.
  public long prompt() {
    return input + cacheRead + cacheWrite;
  }

  public long all() {
    return prompt() + output;
  }
}
