package dev.retinue.runtime.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads a file as it grows, line by line. It holds one line at most, and of that only so much.
final class Tail {
  private static final int LONGEST_LINE = 8 * 1024 * 1024;
  private static final int MOST_AT_ONCE = 1024 * 1024;

  private final Path file;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final byte[] buffer = new byte[64 * 1024];
  private long position;
  private boolean passingOver;

  Tail(Path file, long position) {
    this.file = file;
    this.position = position;
  }

  /// What has come since the last look.
  ///
  /// @param raw as it is
  /// @param lines that are complete; of one that was too long a mark remains
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  record Piece(byte[] raw, List<String> lines) {
    boolean isEmpty() {
      return raw.length == 0;
    }
  }

  Piece read() throws IOException {
    var raw = new ByteArrayOutputStream();
    var lines = new ArrayList<String>();
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(position);
      int count = in.read(buffer);
      while (count > 0) {
        take(count, lines);
        raw.write(buffer, 0, count);
        position += count;
        count = raw.size() < MOST_AT_ONCE ? in.read(buffer) : -1;
      }
    }
    return new Piece(raw.toByteArray(), lines);
  }

  private void take(int count, List<String> lines) {
    int start = 0;
    for (int i = 0; i < count; i++) {
      if (buffer[i] == '\n') {
        add(start, i - start);
        lines.add(finish());
        start = i + 1;
      }
    }
    add(start, count - start);
  }

  private void add(int start, int length) {
    if (line.size() + length > LONGEST_LINE) {
      passingOver = true;
      line.reset();
    }
    if (!passingOver) {
      line.write(buffer, start, length);
    }
  }

  private String finish() {
    var text =
        passingOver
            ? "(a line of more than %d MB)".formatted(LONGEST_LINE >> 20)
            : line.toString(StandardCharsets.UTF_8);
    passingOver = false;
    line.reset();
    return text;
  }

  /// What stands after the last end of a line.
  List<String> rest() {
    return line.size() == 0 && !passingOver ? List.of() : List.of(finish());
  }
}
