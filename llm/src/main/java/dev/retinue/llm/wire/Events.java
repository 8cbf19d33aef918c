package dev.retinue.llm.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Server-sent events, read one by one as they come. Only what they say counts: every provider
/// names the kind of an event in it, too.
final class Events {
  /// More than any answer has.
  static final int MOST_BYTES = 64 << 20;

  private static final String DATA = "data";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private final int mostBytes;
  private final byte[] buffer = new byte[8 * 1024];
  private int position;
  private int end;
  private long total;
  private boolean first = true;

  Events(InputStream in) {
    this(in, MOST_BYTES);
  }

  Events(InputStream in, int mostBytes) {
    this.in = in;
    this.mostBytes = mostBytes;
  }

  /// What the next event says, or nothing at the end of the stream. An event counts also without
  /// its end: whether something is missing is for those to say who know the answer.
  Optional<String> next() throws IOException {
    var data = new StringBuilder();
    for (var line = line(); line.isPresent(); line = line()) {
      var text = line.get();
      if (text.isEmpty() && !data.isEmpty()) {
        break;
      }
      if (text.startsWith(DATA + ":")) {
        var value = text.substring(DATA.length() + 1);
        data.append(data.isEmpty() ? "" : "\n");
        data.append(value.startsWith(" ") ? value.substring(1) : value);
      }
    }
    return data.isEmpty() ? Optional.empty() : Optional.of(data.toString());
  }

  private Optional<String> line() throws IOException {
    var bytes = new ByteArrayOutputStream(256);
    while (true) {
      if (position == end && !fill()) {
        return bytes.size() == 0 ? Optional.empty() : Optional.of(text(bytes));
      }
      int from = position;
      while (position < end && buffer[position] != '\n') {
        position++;
      }
      bytes.write(buffer, from, position - from);
      if (position < end) {
        position++;
        return Optional.of(text(bytes));
      }
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, in.read(buffer));
    total += end;
    if (total > mostBytes) {
      throw new IOException("it is longer than %d bytes".formatted(mostBytes));
    }
    return end > 0;
  }

  private String text(ByteArrayOutputStream bytes) {
    var text = bytes.toString(StandardCharsets.UTF_8);
    if (first && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(1);
    }
    first = false;
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
