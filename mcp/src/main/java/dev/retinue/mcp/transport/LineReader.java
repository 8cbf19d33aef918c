package dev.retinue.mcp.transport;

import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Lines of bytes, none of them longer than a message may be.
public final class LineReader {
  /// Stands for a line that was longer than allowed, and has been passed over.
  public static final byte[] TOO_LONG = {};

  private static final int EDGE = 256;

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[64 * 1024];
  private int position;
  private int end;
  private byte[] head = {};
  private byte[] tail = {};

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
        if (!tooLong) {
          line.write(buffer, start, Math.min(EDGE, position - start));
          head = Arrays.copyOf(line.toByteArray(), Math.min(EDGE, line.size()));
          tail = new byte[0];
        }
        tooLong = true;
        line.reset();
      }
      if (tooLong) {
        tail = lastOf(tail, Arrays.copyOfRange(buffer, start, position));
      } else {
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

  /// How the line that was passed over last began and how it ended, with `…` between: enough to
  /// tell whose it was.
  public String passedOver() {
    return new String(head, StandardCharsets.UTF_8)
        + "…"
        + new String(tail, StandardCharsets.UTF_8);
  }

  private static byte[] lastOf(byte[] before, byte[] after) {
    int kept = Math.min(before.length, Math.max(0, EDGE - after.length));
    int added = Math.min(EDGE, after.length);
    var last = new byte[kept + added];
    System.arraycopy(before, before.length - kept, last, 0, kept);
    System.arraycopy(after, after.length - added, last, kept, added);
    return last;
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
