package dev.retinue.runtime.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class AttemptsTest {
  private static Attempts again(Attempts attempts) {
    return Attempts.of(attempts.facts());
  }

  @Test
  void whoever_was_cut_off_once_may_begin_again_and_whoever_was_twice_may_not() {
    var first = again(Attempts.of(Map.of()).begin());
    assertThat(first.mayBeginAgain()).isTrue();
    var second = again(first.begin());
    assertThat(second.mayBeginAgain()).isFalse();
  }

  @Test
  void an_end_in_order_does_not_count() {
    var attempts = Attempts.of(Map.of());
    for (int i = 0; i < 5; i++) {
      attempts = again(again(attempts.begin()).end());
    }
    assertThat(attempts.mayBeginAgain()).isTrue();
    assertThat(again(attempts.begin()).mayBeginAgain()).isTrue();
  }

  @Test
  void what_nobody_understands_is_not_begun_again_and_again() {
    assertThat(Attempts.of(Map.of("attempt", "open x")).mayBeginAgain()).isFalse();
  }
}
