package dev.retinue.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class AtWorkTest {
  private static final RunId PARENT =
      RunId.random(RunId.Prefix.AGENT, RandomGenerator.getDefault());

  private final AtWork atWork = new AtWork();

  @Test
  void whoever_enters_is_counted_until_he_leaves() {
    var root = atWork.enter("a", null, 100);
    var below = atWork.enter("a", PARENT, 50);
    assertThat(atWork.busy()).isEqualTo(2);
    assertThat(atWork.roots()).isEqualTo(1);
    assertThat(atWork.treesOf("a")).isEqualTo(1);
    assertThat(atWork.promised()).isEqualTo(150);
    assertThat(atWork.hungryBelow(PARENT)).isEqualTo(1);

    root.close();
    root.close();
    below.close();
    assertThat(atWork.hungryBelow(PARENT)).isZero();

    assertThat(atWork.busy()).isZero();
    assertThat(atWork.roots()).isZero();
    assertThat(atWork.treesOf("a")).isZero();
    assertThat(atWork.promised()).isZero();
  }

  @Test
  void whoever_steps_aside_keeps_his_slot_and_leaves_his_place() {
    var root = atWork.enter("a", null, 0);
    root.stepAside();
    root.stepAside();
    assertThat(atWork.busy()).isZero();
    assertThat(atWork.roots()).isEqualTo(1);
    root.stepBack();
    assertThat(root.isAside()).isTrue();
    assertThat(atWork.busy()).isZero();
    root.stepBack();
    assertThat(atWork.busy()).isEqualTo(1);
    root.stepAside();
    root.close();
    root.stepBack();
    assertThat(atWork.busy()).isZero();
  }

  @Test
  void what_one_has_by_now_is_no_longer_promised_to_him() {
    var place = atWork.enter("a", null, 100);
    place.holds(30);
    assertThat(atWork.promised()).isEqualTo(70);
    place.holds(400);
    assertThat(atWork.promised()).isZero();
    place.holds(90);
    assertThat(atWork.promised()).isEqualTo(10);
    place.close();
    place.holds(0);
    assertThat(atWork.promised()).isZero();
  }
}
