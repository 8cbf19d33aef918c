package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// How much of what callers define is kept.
class InlineShelfTest {
  @Test
  void those_that_nobody_asked_for_the_longest_time_make_room_for_large_ones() {
    var hired = new InlineShelf.Hired(100);
    hired.keep("a", List.of(), 40);
    hired.keep("b", List.of(), 40);
    assertThat(hired.find("a")).isNotNull();
    hired.keep("c", List.of(), 90);
    assertThat(hired.find("a")).isNull();
    assertThat(hired.find("b")).isNull();
    assertThat(hired.find("c")).isNotNull();
    hired.keep("d", List.of(), 10);
    assertThat(hired.size()).isEqualTo(2);
    hired.keep("e", List.of(), 1);
    assertThat(hired.find("c")).isNull();
    assertThat(hired.size()).isEqualTo(2);
  }

  @Test
  void only_so_many_are_kept_however_small_they_are() {
    var hired = new InlineShelf.Hired(1 << 20);
    for (int i = 0; i < 2_000; i++) {
      hired.keep("a" + i, List.of(), 1);
    }
    assertThat(hired.size()).isEqualTo(1_000);
  }
}
