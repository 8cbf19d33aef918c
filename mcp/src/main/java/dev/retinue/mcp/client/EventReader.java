package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Server-sent events, read one by one as they arrive. None is longer than a message may be.
final class EventReader {
  private static final int LONGEST = Json.LONGEST + 1024;

  /// One event.
  ///
  /// @param data what it says, empty if it only tells where the stream is
  record Event(@Nullable String id, String data, @Nullable Duration retry) {}

  private final InputStream in;
  private final byte[] buffer = new byte[16 * 1024];
  private int position;
  private int end;
  private boolean afterReturn;
  private int eventLength;

  EventReader(InputStream in) {
    this.in = in;
  }

  /// The next event, or nothing at the end of the stream. An event without its end is none.
  Optional<Event> next() throws IOException {
    String id = null;
    Duration retry = null;
    var data = new StringBuilder();
    boolean isMessage = true;
    eventLength = 0;
    for (var line = line(); line.isPresent(); line = line()) {
      var text = line.get();
      if (text.isEmpty()) {
        if (data.isEmpty() && id == null && retry == null) {
          eventLength = 0;
          continue;
        }
        var said = isMessage && !data.isEmpty() ? data.substring(1) : "";
        return Optional.of(new Event(id, said, retry));
      }
      int colon = text.indexOf(':');
      var field = colon < 0 ? text : text.substring(0, colon);
      var value = colon < 0 ? "" : text.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "data" -> data.append('\n').append(value);
        case "id" -> id = value;
        case "event" -> isMessage = value.isEmpty() || value.equals("message");
        case "retry" -> retry = pause(value).orElse(retry);
        default -> {
          // A comment, or a field that does not exist: both are ignored.
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Duration> pause(String value) {
    return value.matches("\\d{1,9}")
        ? Optional.of(Duration.ofMillis(Long.parseLong(value)))
        : Optional.empty();
  }

  /// A line without its end, which is a line feed, a carriage return or both.
  private Optional<String> line() throws IOException {
    var line = new ByteArrayOutputStream(256);
    while (true) {
      if (position == end && !fill()) {
        return Optional.empty();
      }
      byte character = buffer[position++];
      if (character == '\n' && afterReturn) {
        afterReturn = false;
        continue;
      }
      afterReturn = character == '\r';
      if (character == '\n' || character == '\r') {
        return Optional.of(line.toString(StandardCharsets.UTF_8));
      }
      if (++eventLength > LONGEST) {
        throw new IOException("an event is longer than " + Json.LONGEST + " bytes");
      }
      line.write(character);
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }
}
