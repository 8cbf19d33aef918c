package dev.retinue.toolset.reading;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.schema.ToolJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
  @Test
  void what_fits_is_shown_whole() {
    var piece = Reading.piece("agent-1", "summary", "It is blue.", 0, 100);
    assertThat(piece).isEqualTo(new Reading.Piece("It is blue.", null));
    assertThat(Reading.piece("agent-1", "error", null, 0, 100).text()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain words ", "\n\"\\", "😀", "\u0001", "é\t"})
  void a_long_text_is_read_in_pieces_that_make_the_whole(String part) {
    var text = part.repeat(20_000);
    var read = new StringBuilder();
    int from = 0;
    for (int pieces = 0; pieces < 1_000; pieces++) {
      var piece = Reading.piece("agent-1", "summary", text, from, 1_000);
      read.append(piece.text());
      assertThat(ToolJson.MAPPER.writeValueAsString(piece.text()).length())
          .isLessThanOrEqualTo(1_002);
      var rest = piece.rest();
      if (rest == null) {
        break;
      }
      assertThat(rest.characters()).isEqualTo(text.length());
      assertThat(rest.resource()).isEqualTo("retinue://agents/agent-1/summary");
      from = rest.nextOffset();
    }
    assertThat(read.toString()).isEqualTo(text);
  }

  @Test
  void an_offset_behind_the_end_shows_nothing() {
    assertThat(Reading.piece("agent-1", "summary", "short", 99, 100).text()).isEmpty();
  }

  @Test
  void a_list_that_is_too_long_is_read_in_pages_that_make_the_whole() {
    var all = IntStream.range(0, 300).mapToObj(i -> i + "x".repeat(1_000)).toList();
    var read = new ArrayList<String>();
    int offset = 0;
    while (true) {
      var shown = Reading.fitting(all.subList(offset, all.size()));
      assertThat(ToolJson.MAPPER.writeValueAsString(shown).length()).isLessThan(Reading.MOST);
      read.addAll(shown);
      var page = requireNonNull(Reading.Page.of(all.size(), offset, shown.size()));
      assertThat(page.total()).isEqualTo(300);
      var next = page.nextOffset();
      if (next == null) {
        break;
      }
      offset = next;
    }
    assertThat(read).isEqualTo(all);
    assertThat(Reading.Page.of(3, 0, 3)).isNull();
  }

  @Test
  void one_thing_is_shown_however_long_it_is() {
    assertThat(Reading.fitting(List.of("x".repeat(100_000), "y"))).hasSize(1);
  }
}
