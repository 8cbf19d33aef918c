package dev.retinue.runtime.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionTotalTest {
  private static Usage usage(String usd, long input, long output, long turns) {
    return new Usage(Money.usd(usd), false, input, output, 5, turns);
  }

  @Test
  void what_is_written_down_is_read_again_without_its_turns() {
    var total = usage("0.0145", 100, 20, 3);

    assertThat(SessionTotal.of(SessionTotal.facts(total))).isEqualTo(usage("0.0145", 100, 20, 0));
    assertThat(SessionTotal.of(Map.of())).isEqualTo(Usage.NONE);
    assertThat(SessionTotal.of(Map.of("session_total", "a b c d"))).isEqualTo(Usage.NONE);
  }

  @Test
  void what_is_new_is_the_difference() {
    var used = SessionTotal.between(usage("0.0072", 100, 20, 0), usage("0.0145", 170, 30, 2));

    assertThat(used.cost()).isEqualTo(Money.usd("0.0073"));
    assertThat(used.inputTokens()).isEqualTo(70);
    assertThat(used.outputTokens()).isEqualTo(10);
    assertThat(used.turns()).isEqualTo(2);
  }

  @Test
  void who_says_less_than_before_has_begun_to_count_anew() {
    var anew = usage("0.001", 30, 2, 1);

    assertThat(SessionTotal.between(usage("0.0072", 100, 20, 0), anew)).isEqualTo(anew);
  }
}
