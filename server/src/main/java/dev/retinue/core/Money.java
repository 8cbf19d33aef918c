package dev.retinue.core;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of US dollars, exact to a billionth, because one token may cost less than a millionth.
public record Money(long nanos) implements Comparable<Money> {
  public static final Money ZERO = new Money(0);
  private static final int DIGITS = 9;

  public static Money usd(String amount) {
    return usd(new BigDecimal(amount));
  }

  /// Rounded up: what is spent is never made smaller.
  public static Money usd(BigDecimal amount) {
    try {
      return new Money(
          amount.movePointRight(DIGITS).setScale(0, RoundingMode.CEILING).longValueExact());
    } catch (ArithmeticException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "An amount of that many dollars cannot be kept.", e);
    }
  }

  public Money plus(Money other) {
    return new Money(Math.addExact(nanos, other.nanos));
  }

  public Money minus(Money other) {
    return new Money(Math.subtractExact(nanos, other.nanos));
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
