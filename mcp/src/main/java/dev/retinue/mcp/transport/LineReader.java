package dev.retinue.mcp.transport;

import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Lines of bytes, none of them longer than a message may be.
public final class LineReader {
  /// Stands for a line that was longer than allowed, and has been passed over.
  public static final byte[] TOO_LONG = {};

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[64 * 1024];
  private int position;
  private int end;

  public LineReader(InputStream in) {
    this(in, Json.LONGEST);
  }

  public LineReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /// The next line that is not empty, or nothing at the end of the input.
  public Optional<byte[]> next() throws IOException {
    var line = new ByteArrayOutputStream(256);
    boolean tooLong = false;
    while (true) {
      if (position == end && !fill()) {
        return line.size() == 0 ? Optional.empty() : Optional.of(line.toByteArray());
      }
      int start = position;
      while (position < end && buffer[position] != '\n') {
        position++;
      }
      if (line.size() + position - start > longest) {
        tooLong = true;
        line.reset();
      }
      if (!tooLong) {
        line.write(buffer, start, position - start);
      }
      if (position < end) {
        position++;
        if (tooLong) {
          return Optional.of(TOO_LONG);
        }
        var bytes = line.toByteArray();
        if (!isBlank(bytes)) {
          return Optional.of(bytes);
        }
        line.reset();
      }
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte character : line) {
      if (character > ' ' || character < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }
}
