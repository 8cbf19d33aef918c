package dev.retinue.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.chat.Showing.Ending;
import dev.retinue.cli.text.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a person sees of an answer while it is written, and when it is said.
final class SpokenTest {
  private final StringWriter shown = new StringWriter();
  private final Showing showing = new ForPerson(new PrintWriter(shown), Style.PLAIN, it -> it);

  @Test
  void what_was_written_is_not_shown_again_when_it_is_said() {
    draft(0, "Otters ");
    assertThat(take()).isEqualTo("Otters ");
    draft(7, "hunt");
    assertThat(take()).isEqualTo("hunt");
    said("Otters hunt by night.");
    assertThat(take()).isEqualTo(" by night.\n");
    said("Always.");
    assertThat(take()).isEqualTo("Always.\n");
  }

  @Test
  void what_nobody_saw_written_is_shown_whole() {
    said("Otters hunt.\n");
    assertThat(take()).isEqualTo("Otters hunt.\n");
  }

  @Test
  void an_answer_of_two_parts_is_shown_once() {
    draft(0, "One.\nTw");
    draft(7, "o.");
    said("One.");
    said("Two.");
    assertThat(take()).isEqualTo("One.\nTwo.\n");
  }

  @Test
  void another_attempt_begins_on_a_line_of_its_own_and_is_shown_from_its_beginning() {
    draft(0, "Otters sw");
    showing.event(
        json("{\"type\":\"noted\",\"text\":\"It broke off.\",\"at\":\"2030-01-01T12:00:00Z\"}"));
    assertThat(take()).startsWith("Otters sw\n").contains("It broke off.").endsWith("\n");
    draft(0, "Otters swim");
    said("Otters swim.");
    assertThat(take()).isEqualTo("Otters swim.\n");
  }

  @Test
  void an_attempt_that_nobody_saw_is_shown_whole_though_it_begins_like_the_one_before() {
    draft(0, "Otters sw");
    showing.event(
        json("{\"type\":\"noted\",\"text\":\"It broke off.\",\"at\":\"2030-01-01T12:00:00Z\"}"));
    take();
    said("Otters swim.");
    assertThat(take()).isEqualTo("Otters swim.\n");
  }

  @Test
  void a_daemon_that_is_gone_leaves_half_an_answer_and_the_next_one_begins_anew() {
    draft(0, "Otters sw");
    showing.tell("the daemon is gone");
    assertThat(take()).isEqualTo("Otters sw\nthe daemon is gone\n");
    draft(0, "Bears");
    said("Bears sleep.");
    assertThat(take()).isEqualTo("Bears sleep.\n");
  }

  @Test
  void a_turn_that_ends_in_the_middle_ends_its_line() {
    draft(0, "Otters sw");
    showing.ended(new Ending("s", json("{\"state\":\"stopped\",\"agent\":\"writer\"}"), "", ""));
    assertThat(take()).startsWith("Otters sw\nstopped\n");
    draft(0, "B");
    assertThat(take()).isEqualTo("B");
  }

  @Test
  void control_characters_of_a_draft_do_nothing() {
    draft(0, "a\u001b[2Jb\r");
    assertThat(take()).isEqualTo("a[2Jb");
  }

  private void draft(int offset, String text) {
    showing.draft(
        JsonMapper.shared()
            .createObjectNode()
            .put("type", "draft")
            .put("offset", offset)
            .put("text", text));
  }

  private void said(String text) {
    showing.event(JsonMapper.shared().createObjectNode().put("type", "said").put("text", text));
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private String take() {
    var text = shown.toString();
    shown.getBuffer().setLength(0);
    return text;
  }
}
