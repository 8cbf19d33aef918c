package dev.retinue.core;

import static dev.retinue.core.Sample.usage;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccountTest {
  private static final Budget BUDGET = new Budget(Money.usd("1"), 100L, 10L, null, 2L);
  private static final Account EMPTY = Account.open(Sample.ID, BUDGET);

  @Test
  void what_was_promised_counts_as_if_it_were_spent() {
    var account = EMPTY.charge(usage("0.4", 0, 0)).reserve(usage("0.5", 0, 0));
    assertThat(account.refuses(usage("0.1", 0, 0))).isEmpty();
    assertThat(account.refuses(usage("0.100000001", 0, 0))).contains("max_cost_usd 1");
  }

  @Test
  void a_promise_that_is_given_back_is_free_again() {
    var estimate = usage("1", 100, 1);
    var account = EMPTY.reserve(estimate);
    assertThat(account.refuses(usage("0", 1, 0))).isPresent();
    assertThat(account.giveBack(estimate)).isEqualTo(EMPTY);
    assertThat(account.giveBack(estimate).giveBack(estimate)).isEqualTo(EMPTY);
  }

  /// Only what is spent counts here: a promise may still turn out smaller.
  @Test
  void an_account_is_exhausted_by_what_is_spent_beyond_it() {
    assertThat(EMPTY.reserve(usage("2", 0, 0)).exhausted()).isEmpty();
    assertThat(EMPTY.charge(usage("1", 100, 10)).exhausted()).isEmpty();
    assertThat(EMPTY.charge(usage("0", 0, 11)).exhausted()).contains("max_turns 10");
  }

  /// Whoever cannot say beforehand what it will use may begin only while something is left.
  @Test
  void an_account_is_used_up_when_nothing_is_left_of_one_limit() {
    assertThat(EMPTY.usedUp()).isEmpty();
    assertThat(EMPTY.charge(usage("0.999999999", 99, 9)).usedUp()).isEmpty();
    assertThat(EMPTY.charge(usage("1", 0, 0)).usedUp()).contains("max_cost_usd 1");
    assertThat(EMPTY.charge(usage("0", 100, 0)).usedUp()).contains("max_tokens 100");
    assertThat(EMPTY.charge(usage("0", 0, 10)).usedUp()).contains("max_turns 10");
    assertThat(EMPTY.reserve(usage("0", 0, 10)).usedUp()).contains("max_turns 10");
    assertThat(Account.open(Sample.ID, Budget.UNLIMITED).usedUp()).isEmpty();
    assertThat(Account.open(Sample.ID, Budget.cost(Money.ZERO)).usedUp()).isPresent();
  }

  @Test
  void as_many_runs_may_be_started_below_as_the_budget_says() {
    var one = EMPTY.startRun();
    assertThat(one.refusesRun()).isEmpty();
    assertThat(one.startRun().refusesRun()).contains("max_runs 2");
    assertThat(Account.open(Sample.ID, Budget.UNLIMITED).startRun().refusesRun()).isEmpty();
    assertThat(none().refusesRun()).contains("max_runs 0");
  }

  private static Account none() {
    return Account.open(Sample.ID, new Budget(null, null, null, null, 0L));
  }

  @Test
  void a_raised_budget_keeps_what_was_spent_promised_and_started() {
    var used = EMPTY.charge(usage("2", 5, 1)).reserve(usage("0.5", 1, 1)).startRun();
    var raised = used.with(Budget.cost(Money.usd("3")));
    assertThat(used.exhausted()).isPresent();
    assertThat(raised.exhausted()).isEmpty();
    assertThat(raised.refuses(usage("0.6", 0, 0))).isPresent();
    assertThat(raised.with(BUDGET)).isEqualTo(used);
  }

  @Test
  void no_estimate_is_so_large_that_it_is_granted() {
    long most = Long.MAX_VALUE;
    var all = new Usage(new Money(most), false, most, most, most, most);
    var account = EMPTY.charge(all).reserve(all);
    assertThat(account.exhausted()).isPresent();
    assertThat(EMPTY.refuses(all)).isPresent();
    assertThat(account.refuses(all)).isPresent();
    assertThat(account.charge(all)).isEqualTo(account);
  }
}
