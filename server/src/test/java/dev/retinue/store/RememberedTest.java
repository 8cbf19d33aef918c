package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RememberedTest {
  private final List<String> read = new ArrayList<>();
  private final Remembered<Integer> lengths =
      new Remembered<>(
          2,
          text -> {
            read.add(text);
            return text.length();
          });

  @Test
  void a_text_is_read_once_however_often_it_is_met() {
    assertThat(lengths.of("one")).isEqualTo(3);
    assertThat(lengths.of(new String("one".toCharArray()))).isEqualTo(3);
    assertThat(read).containsExactly("one");
  }

  @Test
  void what_was_not_met_for_the_longest_time_is_forgotten_first() {
    for (var text : List.of("one", "two", "one", "three", "one", "two")) {
      lengths.of(text);
    }
    assertThat(read).containsExactly("one", "two", "three", "two");
  }

  @Test
  void what_was_just_written_need_not_be_read() {
    lengths.keep("one", 3);
    assertThat(lengths.of("one")).isEqualTo(3);
    assertThat(read).isEmpty();
  }

  @Test
  void a_long_text_is_not_kept() {
    var text = "long".repeat(2000);
    assertThat(lengths.of(text)).isEqualTo(8000);
    assertThat(lengths.of(text)).isEqualTo(8000);
    assertThat(read).hasSize(2);
  }
}
