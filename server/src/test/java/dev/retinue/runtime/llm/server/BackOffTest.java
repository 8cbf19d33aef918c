package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BackOffTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @Test
  void it_doubles_from_a_second_to_a_minute() {
    var pauses = new ArrayList<Long>();
    var backOff = BackOff.NONE;
    for (int i = 0; i < 8; i++) {
      backOff = backOff.broken(NOON);
      pauses.add(backOff.left(NOON).toSeconds());
    }
    assertThat(pauses).isEqualTo(List.of(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L));
  }

  @Test
  void it_passes_and_begins_anew_after_a_minute_of_health() {
    var third = BackOff.NONE.broken(NOON).broken(NOON).broken(NOON);
    assertThat(third.left(NOON.plusSeconds(1))).isEqualTo(Duration.ofSeconds(3));
    assertThat(third.left(NOON.plusSeconds(9))).isZero();
    assertThat(third.broken(NOON, NOON.plusSeconds(59)).pause()).isEqualTo(Duration.ofSeconds(8));
    assertThat(third.broken(NOON, NOON.plusSeconds(60)).pause()).isEqualTo(Duration.ofSeconds(1));
  }
}
