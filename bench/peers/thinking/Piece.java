package dev.retinue.bench.peer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/// The pieces of a long answer: numbered, so that none can be lost or be told twice unseen.
final class Piece {
  private static final Pattern LAST = Pattern.compile("sent at (\\d+)");

  private Piece() {}

  static String number(int number) {
    return "This is piece %d of what I found. ".formatted(number);
  }

  static String last() {
    return "sent at " + now();
  }

  static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /// How long after its last piece was sent an answer was known as a whole, in milliseconds.
  static double late(String text, long whole) {
    var last = LAST.matcher(text);
    return last.find() ? (whole - Long.parseLong(last.group(1))) / 1e3 : Double.NaN;
  }

  /// Whether all of them are there, in their order, each once.
  static boolean allIn(String text, int pieces) {
    var all = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      all.append(number(i));
    }
    return text.startsWith(all + "sent at ");
  }
}
