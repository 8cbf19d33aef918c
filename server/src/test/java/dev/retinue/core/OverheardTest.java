package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Overheard.Said;
import org.junit.jupiter.api.Test;

/// Nothing is told twice, and nothing is left out.
final class OverheardTest {
  private final Overheard overheard = new Overheard();

  @Test
  void what_was_not_seen_is_told_whole() {
    assertThat(overheard.hear("Hello")).isEqualTo(new Said(0, "Hello"));
  }

  @Test
  void of_what_was_seen_the_rest_is_told() {
    overheard.see(0, "Hel");
    overheard.see(3, "l");
    assertThat(overheard.hear("Hello")).isEqualTo(new Said(4, "o"));
    assertThat(overheard.hear("Hello")).isEqualTo(new Said(0, "Hello"));
  }

  @Test
  void the_parts_of_an_answer_are_told_one_by_one() {
    overheard.see(0, "One.\nTwo");
    assertThat(overheard.hear("One.")).isEqualTo(new Said(4, ""));
    assertThat(overheard.isEmpty()).isFalse();
    assertThat(overheard.hear("Two.")).isEqualTo(new Said(3, "."));
    assertThat(overheard.isEmpty()).isTrue();
  }

  @Test
  void what_begins_anew_or_is_another_text_makes_void_what_was_seen() {
    overheard.see(0, "Hel");
    overheard.see(0, "Go");
    assertThat(overheard.hear("Good")).isEqualTo(new Said(2, "od"));
    overheard.see(0, "Hel");
    assertThat(overheard.hear("Good")).isEqualTo(new Said(0, "Good"));
    overheard.see(0, "Go");
    overheard.forget();
    assertThat(overheard.hear("Good")).isEqualTo(new Said(0, "Good"));
  }
}
