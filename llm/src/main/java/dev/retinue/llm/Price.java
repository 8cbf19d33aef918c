package dev.retinue.llm;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a million tokens of a model cost, in US dollars.
///
/// @param cacheRead null where reading from a cache costs as much as reading anew
/// @param cacheWrite null likewise
/// @param above what holds instead for long prompts, where that is something else
public record Price(
    BigDecimal input,
    BigDecimal output,
    @Nullable BigDecimal cacheRead,
    @Nullable BigDecimal cacheWrite,
    @Nullable Above above) {

  /// Of long prompts.
  ///
  /// @param tokens a prompt of more is paid at this price, as a whole
  public record Above(long tokens, Price price) {}

  public Price(
      BigDecimal input,
      BigDecimal output,
      @Nullable BigDecimal cacheRead,
      @Nullable BigDecimal cacheWrite) {
    this(input, output, cacheRead, cacheWrite, null);
  }

  /// What these tokens cost, exactly.
  public BigDecimal of(Tokens tokens) {
    if (above != null && tokens.prompt() > above.tokens()) {
      return above.price().of(tokens);
    }
    return part(input, tokens.input())
        .add(part(output, tokens.output()))
        .add(part(cacheRead == null ? input : cacheRead, tokens.cacheRead()))
        .add(part(cacheWrite == null ? input : cacheWrite, tokens.cacheWrite()))
        .movePointLeft(6);
  }

  private static BigDecimal part(BigDecimal each, long count) {
    return each.multiply(BigDecimal.valueOf(count));
  }
}
