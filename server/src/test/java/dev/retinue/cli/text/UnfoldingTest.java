package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Markdown that is shown while it is written.
final class UnfoldingTest {
  private static final List<String> TEXTS =
      List.of(
          "Otters swim.",
          "\n\nOtters **hunt by night** and sleep by *day*.\n\n\nThey eat `fish and crabs`, see [a page](http://x/y) here.\n",
          "# A heading\n- one\n- **two**\n\n> a quote with `code`\n\n---\n1. first __bold text__ x\n2. 2 * 3 = 6",
          "Look:\n\n```java\nint a = 1;\n\n  `b`\n```\n\nDone **at last**.",
          "```\nnever closed\n  and on",
          "snake_case_name and a_b ** c * d",
          "  indented\n\ttabbed\n| a | b |");

  private final StringWriter shown = new StringWriter();
  private final PrintWriter out = new PrintWriter(shown);

  @ParameterizedTest
  @EnumSource(Style.class)
  void in_whatever_pieces_a_text_comes_it_is_shown_once_and_looks_like_the_whole(Style style) {
    for (var text : TEXTS) {
      var whole = new Markdown(style).of(text.replaceAll("^\\s*\\n|\\s+$", ""));
      for (int size = 1; size <= text.length(); size++) {
        var all = new StringWriter();
        var unfolding = new Unfolding(new PrintWriter(all), new Markdown(style));
        for (int i = 0; i < text.length(); i += size) {
          unfolding.add(text.substring(i, Math.min(text.length(), i + size)));
        }
        unfolding.end();
        assertThat(bare(all.toString())).as("in pieces of %d", size).isEqualTo(bare(whole) + "\n");
      }
    }
  }

  @Test
  void words_are_shown_before_their_line_is_whole_and_bold_ones_when_it_is_known_that_they_are() {
    var unfolding = new Unfolding(out, new Markdown(Style.COLOURED));
    unfolding.add("Otters hunt by ");
    assertThat(take()).isEqualTo("Otters hunt by ");
    unfolding.add("**night ");
    assertThat(take()).isEmpty();
    unfolding.add("and** day");
    assertThat(take()).isEqualTo(Style.COLOURED.bold("night and") + " ");
    unfolding.add(".\n- on");
    assertThat(take()).isEqualTo("day.\n");
    unfolding.add("e\n");
    assertThat(take()).isEqualTo("• one\n");
  }

  @Test
  void code_is_shown_as_it_comes_until_its_end() {
    var unfolding = new Unfolding(out, new Markdown(Style.COLOURED));
    unfolding.add("```java\nint");
    assertThat(bare(take())).isEqualTo("── java\nint");
    unfolding.add(" a;\n``");
    assertThat(bare(take())).isEqualTo(" a;\n");
    unfolding.add("`\nDone now");
    assertThat(bare(take())).isEqualTo("──\nDone ");
  }

  @Test
  void who_is_interrupted_goes_on_on_a_line_of_its_own() {
    var unfolding = new Unfolding(out, new Markdown(Style.PLAIN));
    unfolding.add("Otters ");
    unfolding.pause();
    unfolding.pause();
    out.println("Somebody else.");
    unfolding.add("swim.\n");
    assertThat(take()).isEqualTo("Otters \nSomebody else.\nswim.\n");
    unfolding.add("Well");
    unfolding.pause();
    unfolding.end();
    assertThat(take()).isEqualTo("Well\n");
  }

  private String take() {
    out.flush();
    var text = shown.toString();
    shown.getBuffer().setLength(0);
    return text;
  }

  /// Without colours.
  private static String bare(String text) {
    return text.replaceAll("\u001b\\[[0-9]+m", "");
  }
}
