package dev.retinue.llm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Events as they come, in whatever way they are written.
class EventsTest {
  private static List<String> read(String stream) throws IOException {
    var events = new Events(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
    var all = new ArrayList<String>();
    for (var event = events.next(); event.isPresent(); event = events.next()) {
      all.add(event.get());
    }
    return all;
  }

  @Test
  void only_what_they_say_counts() throws IOException {
    assertThat(read("event: a\nid: 1\ndata: one\n\n: ping\n\nretry: 5\n\ndata:two\n\n"))
        .containsExactly("one", "two");
  }

  @Test
  void lines_of_one_event_belong_together() throws IOException {
    assertThat(read("data: {\ndata:  1\ndata: }\n\n")).containsExactly("{\n 1\n}");
  }

  @Test
  void lines_may_end_as_on_windows_and_the_first_may_have_a_mark() throws IOException {
    assertThat(read("\uFEFFdata: one\r\n\r\ndata: two\r\n\r\n")).containsExactly("one", "two");
  }

  @Test
  void the_last_one_needs_no_end() throws IOException {
    assertThat(read("data: one\n\ndata: two")).containsExactly("one", "two");
    assertThat(read("data: one")).containsExactly("one");
    assertThat(read("")).isEmpty();
    assertThat(read("\n\n\ndata\ndata:\n\n")).isEmpty();
  }

  @Test
  void a_stream_without_an_end_is_given_up_before_it_fills_the_memory() {
    var endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    assertThatThrownBy(() -> new Events(endless, 100_000).next())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("longer than 100000 bytes");
  }
}
