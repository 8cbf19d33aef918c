package dev.retinue.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// An amount of US dollars, exact to a billionth, because one token may cost less than a millionth.
public record Money(long nanos) implements Comparable<Money> {
  public static final Money ZERO = new Money(0);
  private static final int DIGITS = 9;
  private static final int LONGEST_TEXT = 100;
  private static final int MOST_BITS = 400;

  public static Money usd(String amount) {
    try {
      if (amount.length() <= LONGEST_TEXT) {
        return usd(new BigDecimal(amount));
      }
    } catch (NumberFormatException _) {
      // Refused like a text that is too long to be an amount.
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "'%s' is not an amount of dollars; write it like 0.25.".formatted(Excerpt.of(amount)));
  }

  /// Rounded up: what is spent is never made smaller.
  public static Money usd(BigDecimal amount) {
    // A few letters, like 1e99999999, may stand for a number that takes minutes to write out.
    if (amount.unscaledValue().bitLength() > MOST_BITS) {
      throw tooLarge(null);
    }
    long digitsBeforePoint = (long) amount.precision() - amount.scale();
    if (amount.signum() == 0 || digitsBeforePoint < -DIGITS) {
      return new Money(amount.signum() > 0 ? 1 : 0);
    }
    if (digitsBeforePoint > Long.SIZE) {
      throw tooLarge(null);
    }
    try {
      return new Money(
          amount.movePointRight(DIGITS).setScale(0, RoundingMode.CEILING).longValueExact());
    } catch (ArithmeticException e) {
      throw tooLarge(e);
    }
  }

  private static RetinueException tooLarge(@Nullable ArithmeticException cause) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "An amount of money may have ten digits before the point, not that many.",
        cause);
  }

  /// At most the largest amount there is.
  public Money plus(Money other) {
    return new Money(Capped.sum(nanos, other.nanos));
  }

  public Money minus(Money other) {
    return new Money(Capped.difference(nanos, other.nanos));
  }

  public BigDecimal usd() {
    var exact = BigDecimal.valueOf(nanos, DIGITS).stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(nanos, other.nanos);
  }

  @Override
  public String toString() {
    return usd().toPlainString() + " USD";
  }
}
