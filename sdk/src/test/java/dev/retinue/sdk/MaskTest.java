package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskTest {
  @Test
  void every_secret_is_hidden_wherever_it_stands() {
    var mask = new Mask(List.of("s3cret-value", "other"));

    assertThat(mask.of("s3cret-value, another: s3cret-values")).isEqualTo("***, an***: ***s");
  }

  @Test
  void a_longer_secret_leaves_nothing_of_itself_because_of_a_shorter_one() {
    assertThat(new Mask(List.of("abcd", "abcdefgh")).of("x abcdefgh y")).isEqualTo("x *** y");
    assertThat(new Mask(List.of("bcdefgh", "abcd")).of("x abcdefgh y")).isEqualTo("x *** y");
  }

  @Test
  void secrets_side_by_side_are_hidden_one_by_one() {
    assertThat(new Mask(List.of("left1", "right")).of("left1right")).isEqualTo("******");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "p\"w\\d/ä x | {\"k\":\"p\\\"w\\\\d/ä x\"} | {\"k\":\"***\"}",
        "p\"w\\d/ä x | {\"k\":\"p\\\"w\\\\d\\/ä x\"} | {\"k\":\"***\"}",
        "p\"w\\d/ä x | {\"k\":\"p\\\"w\\\\d/\\u00e4 x\"} | {\"k\":\"***\"}",
        "p\"w\\d/ä x | {\"k\":\"p\\\"w\\\\d/\\u00E4 x\"} | {\"k\":\"***\"}",
        "p\"w d | \"{\\\"k\\\":\\\"p\\\\\\\"w d\\\"}\" | \"{\\\"k\\\":\\\"***\\\"}\"",
        "p w/d@ä | postgresql://u:p%20w%2Fd%40%C3%A4@db | postgresql://u:***@db",
        "p w/d@ä | postgresql://u:p%20w%2fd%40%c3%a4@db | postgresql://u:***@db",
        "p w/d@ä | ?k=p+w%2Fd%40%C3%A4&x=1 | ?k=***&x=1",
      })
  void a_secret_is_known_as_json_and_urls_spell_it(String secret, String text, String shown) {
    assertThat(new Mask(List.of(secret)).of(text)).isEqualTo(shown);
  }

  @Test
  void a_value_of_a_file_is_hidden_without_the_end_of_its_line_too() {
    assertThat(new Mask(List.of("s3cret-value\n")).of("is s3cret-value.")).isEqualTo("is ***.");
  }

  @Test
  void a_key_in_several_lines_is_hidden_line_by_line_too() {
    var mask = new Mask(List.of("-----BEGIN-----\nMIIEvQIBADANBg\n-----END-----"));

    assertThat(mask.of("read MIIEvQIBADANBg here")).isEqualTo("read *** here");
  }

  @Test
  void values_too_short_to_be_told_from_words_stay() {
    assertThat(new Mask(List.of("a", "1", "abc", "", " ")).of("abc 1 a")).isEqualTo("abc 1 a");
  }

  @Test
  void text_without_secrets_stays() {
    assertThat(new Mask(List.of("s3cret-value")).of("nothing here")).isEqualTo("nothing here");
    assertThat(Mask.NONE.of("nothing here")).isEqualTo("nothing here");
  }

  @Test
  void a_secret_that_repeats_itself_is_hidden_as_a_whole() {
    assertThat(new Mask(List.of("aaaa")).of("xaaaaaay")).isEqualTo("x***y");
  }
}
