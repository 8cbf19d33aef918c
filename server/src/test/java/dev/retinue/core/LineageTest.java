package dev.retinue.core;

import static dev.retinue.core.Sample.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineageTest {
  private static final RunId ROOT = id('r');
  private static final RunId PARENT = id('p');
  private static final RunId SELF = id('s');

  @Test
  void a_root_is_its_own_root_and_below_nobody() {
    assertThat(Lineage.ROOT.depth()).isZero();
    assertThat(Lineage.ROOT.rootOf(SELF)).isEqualTo(SELF);
    assertThat(Lineage.ROOT.parent()).isEmpty();
    assertThat(Lineage.ROOT.isBelow(SELF)).isFalse();
  }

  @Test
  void the_first_above_is_the_root_and_the_last_the_parent() {
    var lineage = Sample.below(ROOT, id('x'), PARENT);
    assertThat(lineage.depth()).isEqualTo(3);
    assertThat(lineage.rootOf(SELF)).isEqualTo(ROOT);
    assertThat(lineage.parent()).contains(PARENT);
    assertThat(lineage.isBelow(ROOT)).isTrue();
    assertThat(lineage.isBelow(id('x'))).isTrue();
    assertThat(lineage.isBelow(SELF)).isFalse();
  }

  @Test
  void those_with_an_account_pay_the_root_first() {
    var lineage =
        new Lineage(
            List.of(
                new Lineage.Link(ROOT, "a", true),
                new Lineage.Link(id('x'), "b", false),
                new Lineage.Link(PARENT, "c", true)));
    var limited = Budget.cost(Money.usd("1"));
    assertThat(payers(lineage, limited)).containsExactly(ROOT, PARENT, SELF);
    assertThat(payers(lineage, Budget.UNLIMITED)).containsExactly(ROOT, PARENT);
    assertThat(payers(Lineage.ROOT, Budget.UNLIMITED)).containsExactly(SELF);
  }

  private static List<RunId> payers(Lineage lineage, Budget budget) {
    return Sample.run(SELF, "ada", lineage, budget).payers();
  }
}
