package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateTest {
  private static final Need NEED = new Need("1", Need.Kind.ANSWER, "Which colour?", null);

  @Test
  void whoever_waits_for_nothing_is_running() {
    assertThat(State.waitingFor(List.of())).isEqualTo(new State.Running());
    assertThat(State.waitingFor(List.of(NEED))).isEqualTo(new State.Waiting(List.of(NEED)));
    assertThatIllegalArgumentException().isThrownBy(() -> new State.Waiting(List.of()));
  }

  @Test
  void what_it_waits_for_cannot_be_changed_from_outside() {
    var needs = new ArrayList<>(List.of(NEED));
    var waiting = new State.Waiting(needs);
    needs.clear();
    assertThat(waiting.needs()).containsExactly(NEED);
  }
}
