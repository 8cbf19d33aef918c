package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTest {
  private static final long MOST = Long.MAX_VALUE;
  private static final Usage SOME = new Usage(Money.usd("0.5"), false, 10, 4, 3, 1);
  private static final Usage ALL = new Usage(new Money(MOST), true, MOST, MOST, MOST, MOST);

  @Test
  void sums_add_every_part() {
    assertThat(SOME.plus(SOME)).isEqualTo(new Usage(Money.usd("1"), false, 20, 8, 6, 2));
    assertThat(SOME.plus(Usage.NONE)).isEqualTo(SOME);
    assertThat(SOME.tokens()).isEqualTo(14);
  }

  @Test
  void one_part_without_a_price_leaves_the_sum_without_one() {
    var unpriced = new Usage(Money.ZERO, true, 0, 0, 0, 0);
    assertThat(SOME.plus(unpriced).unpriced()).isTrue();
    assertThat(unpriced.plus(SOME).unpriced()).isTrue();
    assertThat(unpriced.isNone()).isFalse();
  }

  @Test
  void what_is_given_back_twice_is_given_back_once() {
    assertThat(SOME.minus(SOME)).isEqualTo(Usage.NONE);
    assertThat(SOME.minus(SOME).minus(SOME)).isEqualTo(Usage.NONE);
    assertThat(SOME.minus(ALL)).isEqualTo(Usage.NONE);
    assertThat(SOME.plus(SOME).minus(SOME)).isEqualTo(SOME);
  }

  @Test
  void a_promise_without_a_price_leaves_nothing_behind_when_it_is_given_back() {
    var unpriced = new Usage(Money.ZERO, true, 10, 0, 0, 1);
    assertThat(unpriced.minus(unpriced)).isEqualTo(Usage.NONE);
    assertThat(unpriced.plus(SOME).minus(SOME)).isEqualTo(unpriced);
  }

  /// A program that reports nonsense must neither break its run nor slip under a budget.
  @Test
  void a_sum_that_is_too_large_stays_at_the_largest() {
    assertThat(ALL.plus(SOME)).isEqualTo(ALL);
    assertThat(SOME.plus(ALL)).isEqualTo(ALL);
    assertThat(ALL.tokens()).isEqualTo(MOST);
  }

  @Test
  void less_than_nothing_cannot_be_used() {
    refused(ErrorCode.INVALID_INPUT, () -> Usage.cost(new Money(-1)));
    refused(ErrorCode.INVALID_INPUT, () -> new Usage(Money.ZERO, false, -1, 0, 0, 0));
    refused(ErrorCode.INVALID_INPUT, () -> new Usage(Money.ZERO, false, 0, -1, 0, 0));
    refused(ErrorCode.INVALID_INPUT, () -> new Usage(Money.ZERO, false, 0, 0, -1, 0));
    refused(ErrorCode.INVALID_INPUT, () -> new Usage(Money.ZERO, false, 0, 0, 0, MOST + 1));
  }
}
