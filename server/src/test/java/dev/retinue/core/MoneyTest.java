package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {
  private static final Money MOST = new Money(Long.MAX_VALUE);
  private static final Money LEAST = new Money(Long.MIN_VALUE);

  @ParameterizedTest
  @CsvSource({
    "0,0 USD",
    "0.10,0.1 USD",
    "100,100 USD",
    "1e3,1000 USD",
    "0.000000001,0.000000001 USD",
    "-2.50,-2.5 USD",
    "9223372036.854775807,9223372036.854775807 USD"
  })
  void an_amount_is_shown_as_it_was_given(String given, String shown) {
    assertThat(Money.usd(given)).hasToString(shown);
    assertThat(Money.usd(Money.usd(given).usd())).isEqualTo(Money.usd(given));
  }

  @Test
  void ten_dimes_are_a_dollar() {
    var sum = Money.ZERO;
    for (int i = 0; i < 10; i++) {
      sum = sum.plus(Money.usd("0.1"));
    }
    assertThat(sum).isEqualTo(Money.usd("1"));
  }

  @ParameterizedTest
  @CsvSource({
    "0.0000000001,1",
    "0.0000000011,2",
    "1e-99999999,1",
    "-0.0000000001,0",
    "-1e-99999999,0",
    "0e99999999,0",
    "0e-99999999,0"
  })
  void what_is_finer_than_a_billionth_is_rounded_up(String given, long nanos) {
    assertThat(Money.usd(given).nanos()).isEqualTo(nanos);
  }

  /// The last of these is short, but would take minutes to write out.
  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036.854775808", "-9223372036.854775809", "1e30", "-1e999", "1e99999999"})
  void more_than_can_be_kept_is_refused(String given) {
    refused(ErrorCode.INVALID_INPUT, () -> Money.usd(given));
  }

  @Test
  void a_number_of_a_million_digits_is_refused_without_being_read() {
    var digits = new BigDecimal(BigInteger.ONE.shiftLeft(3_000_000), 1_000_000);
    refused(ErrorCode.INVALID_INPUT, () -> Money.usd(digits));
  }

  @ParameterizedTest
  @FieldSource("dev.retinue.core.Hostile#TEXTS")
  void what_is_no_amount_is_refused(String given) {
    refused(ErrorCode.INVALID_INPUT, () -> Money.usd(given));
  }

  @Test
  void a_sum_that_is_too_large_stays_at_the_largest() {
    assertThat(MOST.plus(new Money(1))).isEqualTo(MOST);
    assertThat(LEAST.plus(new Money(-1))).isEqualTo(LEAST);
    assertThat(LEAST.minus(new Money(1))).isEqualTo(LEAST);
    assertThat(MOST.minus(LEAST)).isEqualTo(MOST);
    assertThat(Money.ZERO.minus(LEAST)).isEqualTo(MOST);
    assertThat(MOST.plus(LEAST)).isEqualTo(new Money(-1));
  }

  @Test
  void amounts_are_in_order() {
    assertThat(LEAST).isLessThan(Money.ZERO);
    assertThat(Money.usd("0.3")).isGreaterThan(Money.usd("0.299999999"));
  }
}
