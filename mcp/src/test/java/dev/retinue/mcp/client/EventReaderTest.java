package dev.retinue.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.mcp.client.EventReader.Event;
import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventReaderTest {
  private static List<Event> events(String text) throws IOException {
    var reader = new EventReader(slowly(text));
    var events = new ArrayList<Event>();
    for (var next = reader.next(); next.isPresent(); next = reader.next()) {
      events.add(next.get());
    }
    return events;
  }

  /// One byte at a time, as the worst network does it.
  private static InputStream slowly(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        return super.read(target, offset, Math.min(1, length));
      }
    };
  }

  @Test
  void an_event_has_an_id_and_data() throws IOException {
    assertThat(events("id: 7\nevent: message\ndata: {\"ä\":1}\n\n"))
        .containsExactly(new Event("7", "{\"ä\":1}", null));
  }

  @Test
  void lines_may_end_in_any_of_three_ways() throws IOException {
    assertThat(events("data: a\r\n\r\ndata: b\r\rdata: c\n\n"))
        .extracting(Event::data)
        .containsExactly("a", "b", "c");
  }

  @Test
  void data_of_several_lines_is_put_together() throws IOException {
    assertThat(events("data: a\ndata:b\ndata\n\n"))
        .extracting(Event::data)
        .containsExactly("a\nb\n");
  }

  @Test
  void an_event_may_only_say_where_the_stream_is() throws IOException {
    assertThat(events("id: s1_0\nretry: 500\ndata: \n\n"))
        .containsExactly(new Event("s1_0", "", Duration.ofMillis(500)));
  }

  @Test
  void comments_and_unknown_fields_and_other_kinds_of_events_say_nothing() throws IOException {
    assertThat(
            events(":\n\n: hi\n\nfoo: bar\n\nretry: soon\n\nevent: ping\ndata: x\n\ndata: y\n\n"))
        .extracting(Event::data)
        .containsExactly("", "y");
  }

  @Test
  void an_event_that_is_cut_off_is_none() throws IOException {
    assertThat(events("data: whole\n\ndata: cut")).extracting(Event::data).containsExactly("whole");
  }

  @Test
  void an_event_that_never_ends_is_refused() {
    var endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };

    assertThatThrownBy(() -> new EventReader(endless).next())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(String.valueOf(Json.LONGEST));
  }
}
