package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static dev.retinue.core.Sample.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final Budget ALL = new Budget(Money.usd("1.50"), 100L, 3L, 60L, 2L);

  @Test
  void the_limit_itself_may_be_reached_but_not_crossed() {
    assertThat(ALL.crossedBy(usage("1.5", 100, 3))).isEmpty();
    assertThat(ALL.crossedBy(usage("1.500000001", 0, 0))).contains("max_cost_usd 1.5");
    assertThat(ALL.crossedBy(usage("0", 101, 0))).contains("max_tokens 100");
    assertThat(ALL.crossedBy(usage("0", 0, 4))).contains("max_turns 3");
  }

  @Test
  void tokens_are_those_read_and_those_written() {
    var used = new Usage(Money.ZERO, false, 60, 41, 60, 0);
    assertThat(ALL.crossedBy(used)).contains("max_tokens 100");
  }

  @Test
  void no_number_is_so_large_that_it_slips_under_a_limit() {
    var most = new Usage(Money.ZERO, false, Long.MAX_VALUE, Long.MAX_VALUE, 0, 0);
    assertThat(ALL.crossedBy(most)).contains("max_tokens 100");
  }

  @Test
  void what_is_not_limited_is_never_crossed() {
    long most = Long.MAX_VALUE;
    var everything = new Usage(new Money(most), true, most, most, most, most);
    assertThat(Budget.UNLIMITED.crossedBy(everything)).isEmpty();
    assertThat(Budget.UNLIMITED.isUnlimited()).isTrue();
    assertThat(Budget.cost(Money.ZERO).isUnlimited()).isFalse();
  }

  @Test
  void a_limit_of_nothing_allows_nothing() {
    assertThat(Budget.cost(Money.ZERO).crossedBy(usage("0.000000001", 0, 0))).isPresent();
    assertThat(Budget.cost(Money.ZERO).crossedBy(Usage.NONE)).isEmpty();
  }

  @Test
  void of_two_limits_the_smaller_holds() {
    var own = new Budget(Money.usd("9000"), null, 1L, 5L, null);
    var both = new Budget(ALL.maxCost(), ALL.maxTokens(), 1L, 5L, ALL.maxRuns());
    assertThat(own.within(ALL)).isEqualTo(both);
    assertThat(ALL.within(own)).isEqualTo(both);
    assertThat(Budget.UNLIMITED.within(ALL)).isEqualTo(ALL);
  }

  @Test
  void a_negative_limit_is_refused_by_its_name_and_in_its_own_unit() {
    refused(ErrorCode.INVALID_INPUT, () -> new Budget(null, -1L, null, null, null));
    refused(ErrorCode.INVALID_INPUT, () -> new Budget(null, null, -1L, null, null));
    refused(ErrorCode.INVALID_INPUT, () -> new Budget(null, null, null, Long.MIN_VALUE, null));
    assertThatThrownBy(() -> new Budget(null, null, null, null, -7L))
        .hasMessage("max_runs must be 0 or more, not -7.");
    assertThatThrownBy(() -> Budget.cost(Money.usd("-2.5")))
        .hasMessage("max_cost_usd must be 0 or more, not -2.5.");
  }
}
