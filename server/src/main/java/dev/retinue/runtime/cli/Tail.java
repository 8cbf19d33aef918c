package dev.retinue.runtime.cli;

import dev.retinue.process.LastWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Reads a file as it grows, line by line. It holds one line at most, and of that only so much.
///
/// The file is opened once: what a program puts in its place later, such as a link to a file that
/// the program may not read or a pipe that nobody writes to, is not looked at.
public final class Tail implements AutoCloseable {
  private static final int LONGEST_LINE = 8 * 1024 * 1024;
  private static final int LONG_LINE = 1024 * 1024;
  private static final int MOST_AT_ONCE = 512 * 1024;

  private final RandomAccessFile in;
  private ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long position;
  private boolean passingOver;

  public Tail(Path file, long position) throws IOException {
    this.in = new RandomAccessFile(file.toFile(), "r");
    this.position = position;
  }

  /// What has come since the last look, as it is; nothing if nothing has. There may be more.
  public byte[] read() throws IOException {
    long there = in.length() - position;
    if (there <= 0) {
      return new byte[0];
    }
    var piece = new byte[(int) Math.min(there, MOST_AT_ONCE)];
    in.seek(position);
    in.readFully(piece);
    position += piece.length;
    return piece;
  }

  /// The end of it as it is now, whatever was read before.
  String end(int bytes) {
    try {
      return LastWords.of(in, bytes);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // It was only read.
    }
  }

  /// Hands on the lines that are complete with this piece, one by one, because they may be many; of
  /// one that was too long a mark remains.
  public void split(byte[] piece, Consumer<String> lines) {
    int start = 0;
    for (int i = 0; i < piece.length; i++) {
      if (piece[i] == '\n') {
        lines.accept(finish(piece, start, i - start));
        start = i + 1;
      }
    }
    add(piece, start, piece.length - start);
  }

  /// Most lines are whole in one piece, and are not copied.
  private String finish(byte[] piece, int start, int length) {
    if (line.size() == 0 && !passingOver) {
      return new String(piece, start, length, StandardCharsets.UTF_8);
    }
    add(piece, start, length);
    return finish();
  }

  private void add(byte[] piece, int start, int length) {
    if (line.size() + length > LONGEST_LINE) {
      passingOver = true;
      line = new ByteArrayOutputStream();
    }
    if (!passingOver) {
      makeRoom(length);
      line.write(piece, start, length);
    }
  }

  /// A long line gets all the room that one may have: to double it again and again would leave
  /// twice as much behind.
  private void makeRoom(int length) {
    if (line.size() < LONG_LINE && line.size() + length >= LONG_LINE) {
      var larger = new ByteArrayOutputStream(LONGEST_LINE);
      larger.writeBytes(line.toByteArray());
      line = larger;
    }
  }

  private String finish() {
    var text =
        passingOver
            ? "(a line of more than %d MB)".formatted(LONGEST_LINE >> 20)
            : line.toString(StandardCharsets.UTF_8);
    passingOver = false;
    line = new ByteArrayOutputStream();
    return text;
  }

  /// What stands after the last end of a line.
  void rest(Consumer<String> lines) {
    if (line.size() > 0 || passingOver) {
      lines.accept(finish());
    }
  }
}
