package dev.retinue.process;

import dev.retinue.core.Masked;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/// The end of what a program wrote into a file. Known secrets are masked before it is cut: nobody
/// knows half of one.
public final class LastWords {
  private static final int LONGEST_SECRET = 4 * 1024;

  private LastWords() {}

  /// What stands at the end of a file.
  ///
  /// @param most how many bytes
  public static String of(RandomAccessFile in, int most) throws IOException {
    in.seek(Math.max(0, in.length() - most - LONGEST_SECRET));
    var bytes = new byte[most + LONGEST_SECRET];
    int count = Math.max(0, in.read(bytes));
    var masked = Masked.withoutKnown(new String(bytes, 0, count, StandardCharsets.UTF_8));
    var kept = masked.getBytes(StandardCharsets.UTF_8);
    int from = Math.max(0, kept.length - most);
    return new String(kept, from, kept.length - from, StandardCharsets.UTF_8).strip();
  }
}
