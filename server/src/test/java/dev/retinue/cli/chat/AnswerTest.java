package dev.retinue.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class AnswerTest {
  private final Answer answer = new Answer();

  @Test
  void what_is_said_after_the_last_tool_is_the_answer() {
    hear("said", "text", "I look first.");
    hear("tool_called", "tool", "read_file");
    hear("tool_answered", "output", "x");
    hear("said", "text", "It is x.");
    hear("completed", "summary", "It is x.");
    assertThat(answer.text()).isEqualTo("It is x.");
    assertThat(answer.unsaid()).isEmpty();
  }

  @Test
  void a_summary_that_was_not_said_is_the_answer() {
    hear("said", "text", "I look.");
    hear("completed", "summary", "Done, and approved.");
    assertThat(answer.text()).isEqualTo("Done, and approved.");
    assertThat(answer.unsaid()).isEqualTo("Done, and approved.");
  }

  @Test
  void a_summary_that_is_the_beginning_of_what_was_said_is_not_said_again() {
    hear("said", "text", "A long text, and more.");
    hear("completed", "summary", "A long text…");
    assertThat(answer.text()).isEqualTo("A long text, and more.");
    assertThat(answer.unsaid()).isEmpty();
  }

  @Test
  void what_was_said_in_parts_is_one_answer() {
    hear("said", "text", "One.");
    hear("said", "text", "Two.");
    hear("completed", "summary", "One.\nTwo.");
    assertThat(answer.text()).isEqualTo("One.\nTwo.");
    assertThat(answer.unsaid()).isEmpty();
  }

  private void hear(String type, String field, String value) {
    answer.hear(JsonMapper.shared().createObjectNode().put("type", type).put(field, value));
  }
}
