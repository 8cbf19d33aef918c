package dev.retinue.sdk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// What a program says, so much of it as is wanted. All of it is read, so that it never waits.
final class Captured {
  /// Longer lines are told in pieces.
  private static final int LONGEST_LINE = 8 * 1024;

  private final int most;
  private final boolean fromTheEnd;
  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private byte[] kept = new byte[8 * 1024];
  private int size;
  private boolean cut;

  private Captured(int most, boolean fromTheEnd, Consumer<String> lines) {
    this.most = most;
    this.fromTheEnd = fromTheEnd;
    this.lines = lines;
  }

  static Captured beginning(int most) {
    return new Captured(most, false, _ -> {});
  }

  /// @param lines hears every line too
  static Captured end(int most, Consumer<String> lines) {
    return new Captured(most, true, lines);
  }

  void drain(InputStream stream) {
    var buffer = new byte[8 * 1024];
    try (stream) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        keep(buffer, count);
        tell(buffer, count);
      }
    } catch (IOException e) {
      // It was ended: what it said until then is here.
    }
    if (line.size() > 0) {
      tellLine();
    }
  }

  private synchronized void keep(byte[] bytes, int count) {
    int wanted = fromTheEnd ? count : Math.min(count, most - size);
    cut |= wanted < count;
    if (size + wanted > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(size + wanted, Math.min(2 * kept.length, 2 * most)));
    }
    System.arraycopy(bytes, 0, kept, size, wanted);
    size += wanted;
    if (fromTheEnd && size > 2L * most) {
      cut = true;
      System.arraycopy(kept, size - most, kept, 0, most);
      size = most;
    }
  }

  private void tell(byte[] bytes, int count) {
    for (int i = 0; i < count; i++) {
      if (bytes[i] != '\n') {
        line.write(bytes[i]);
      }
      if (bytes[i] == '\n' || line.size() >= LONGEST_LINE) {
        tellLine();
      }
    }
  }

  private void tellLine() {
    var text = line.toString(StandardCharsets.UTF_8).stripTrailing();
    line.reset();
    try {
      lines.accept(text);
    } catch (RuntimeException e) {
      // Who listens must not make the program wait.
    }
  }

  synchronized boolean cut() {
    return cut || size > most;
  }

  synchronized String text() {
    int from = Math.max(0, size - most);
    return new String(kept, from, size - from, StandardCharsets.UTF_8);
  }
}
