package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b]0;owned\u0007title",
        "\u001b[2J\u001b[Hcleared",
        "over\rwritten",
        "back\b\b\bspaced",
        "\u009b31mcontrol of the other set",
        "\u202Eright to left",
        "\u2066isolated\u2069",
        "bell\u0007 null\u0000 delete\u007f",
        "\ud800half of a character",
      })
  void nothing_is_left_that_a_terminal_would_obey(String foreign) {
    for (var shown : new String[] {Harmless.text(foreign), Harmless.line(foreign, 80)}) {
      assertThat(shown)
          .doesNotContainPattern("[\\p{Cntrl}\u0080-\u009f\u202a-\u202e\u2066-\u2069\ud800]")
          .isNotBlank();
    }
  }

  @Test
  void letters_of_all_the_world_and_lines_stay() {
    var text = "Grüße\n\t茶 🍵 👩‍🔬";
    assertThat(Harmless.text(text)).isEqualTo(text);
    assertThat(Harmless.line(text, 80)).isEqualTo("Grüße 茶 🍵 👩‍🔬");
  }

  @Test
  void a_long_line_is_cut_between_characters() {
    assertThat(Harmless.line("🍵🍵🍵🍵", 3)).isEqualTo("🍵🍵…");
    assertThat(Harmless.line("abc", 3)).isEqualTo("abc");
  }
}
