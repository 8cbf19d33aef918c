package dev.retinue.runtime.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"n\":1}                               | {\"n\":1}",
        "' {\"n\":1} '                           | {\"n\":1}",
        "[1,2]                                   | [1,2]",
        "'Here:\n```json\n{\"n\":1}\n```\nBye.'  | {\"n\":1}",
        "'```\n{\"n\":1}\n``` or ```\n{\"n\":2}\n```' | {\"n\":2}",
        "'```json\nnot json\n```'                |",
        "all is well                             |",
        "''                                      |",
      })
  void an_answer_is_found_where_it_is_all_that_was_said_or_stands_in_a_fence(
      String text, String answer) {
    assertThat(Form.answer(text).orElse(null)).isEqualTo(answer);
  }
}
