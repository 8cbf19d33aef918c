package dev.retinue.runtime.scripted;

import java.nio.charset.StandardCharsets;

/// Output without a meaning: numbered lines of 64 bytes, the same at every playing.
final class Chatter {
  private static final int WIDTH = 64;
  private static final String WORDS = " The quick brown fox jumps over the lazy dog. 0123456789";

  private Chatter() {}

  /// The part from one byte up to another.
  static byte[] part(long from, long to) {
    var part = new byte[(int) (to - from)];
    int done = 0;
    while (done < part.length) {
      long at = from + done;
      var line = line(at / WIDTH);
      int skipped = (int) (at % WIDTH);
      int length = Math.min(WIDTH - skipped, part.length - done);
      System.arraycopy(line, skipped, part, done, length);
      done += length;
    }
    return part;
  }

  private static byte[] line(long number) {
    var text = "%010d".formatted(number) + WORDS;
    return (text.substring(0, WIDTH - 1) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
