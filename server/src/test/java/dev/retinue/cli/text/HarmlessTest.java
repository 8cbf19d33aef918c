package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessTest {
  /// Which characters nobody sees: the console is held against it, too.
  private static final Path TABLE =
      Repository.ROOT.resolve("server/src/test/resources/text/unseen.txt");

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
  void of_all_characters_those_go_that_the_console_shows_as_what_they_are() throws IOException {
    var unseen = new BitSet();
    for (var line : Files.readAllLines(TABLE)) {
      if (!line.startsWith("#")) {
        var ends = line.split("-", 2);
        unseen.set(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16) + 1);
      }
    }
    for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
      var foreign = "a" + Character.toString(character) + "b";
      var name = "aU+%04Xb".formatted(character);
      assertThat(Harmless.text(foreign)).as(name).isEqualTo(unseen.get(character) ? "ab" : foreign);
      if (unseen.get(character)) {
        assertThat(Harmless.asked(foreign, 80)).isEqualTo(name);
      }
    }
  }

  @Test
  void who_is_asked_sees_what_is_hidden() {
    assertThat(Harmless.asked("rm\u200d \u202e-rf\ufe0f\r\n\u001b[2J\u3164x", 80))
        .isEqualTo("rmU+200D U+202E-rfU+FE0F U+001B[2JU+3164x");
    assertThat(Harmless.asked("Grüße 👩‍🔬 ❤️‍🔥 1️⃣ می‌خواهم", 80))
        .isEqualTo("Grüße 👩‍🔬 ❤️‍🔥 1️⃣ می‌خواهم");
    assertThat(Harmless.asked("\u202e\u202e", 8)).isEqualTo("U+202EU…");
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
