package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# What I found | <1>What I found<0>",
        "### `a` and **b** ## | <1>a and b<0>",
        "say **it** twice | say <1>it<0> twice",
        "the *quick* one | the <3>quick<0> one",
        "use `a*b*c` here | use <36>a*b*c<0> here",
        "see [the page](https://example.org) | see the page<2> (https://example.org)<0>",
        "- one `two` | • one <36>two<0>",
        "> as **he** said | <2>│ as he said<0>",
        "2 * 3 * 4 = 24 | 2 * 3 * 4 = 24",
        "snake_case_name and __init__x | snake_case_name and __init__x",
        "1. first | 1. first",
        "a ** b | a ** b",
      })
  void what_is_marked_looks_different(String text, String shown) {
    assertThat(new Markdown(Style.COLOURED).of(text)).isEqualTo(coloured(shown));
  }

  @Test
  void code_means_itself_until_its_fence_is_closed_even_in_the_next_part() {
    var markdown = new Markdown(Style.COLOURED);
    assertThat(markdown.of("```java\n# no **heading**"))
        .isEqualTo(coloured("<2>── java<0>\n<36># no **heading**<0>"));
    assertThat(markdown.of("- no item\n```\n- item"))
        .isEqualTo(coloured("<36>- no item<0>\n<2>──<0>\n• item"));
  }

  @Test
  void without_colours_it_stays_as_it_is_written() {
    assertThat(new Markdown(Style.PLAIN).of("# a\n- **b**")).isEqualTo("# a\n- **b**");
  }

  @Test
  void nothing_that_a_terminal_obeys_comes_through() {
    var evil = "**\u001b]0;owned\u0007** \u001b[2J `\u009b31m`";
    assertThat(new Markdown(Style.COLOURED).of(evil))
        .isEqualTo(coloured("<1>]0;owned<0> [2J <36>31m<0>"));
    assertThat(new Markdown(Style.PLAIN).of(evil)).doesNotContain("\u001b", "\u009b", "\u0007");
  }

  private static String coloured(String shown) {
    return shown.replaceAll("<(\\d+)>", "\u001b[$1m");
  }
}
