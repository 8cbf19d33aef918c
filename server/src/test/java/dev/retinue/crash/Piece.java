package dev.retinue.crash;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/// A line of a payload that shows by itself whether it is whole.
record Piece(String token) {
  private static final int LONGEST = 3000;

  static Piece random(RandomGenerator random) {
    return new Piece(Long.toHexString(random.nextLong() | Long.MIN_VALUE));
  }

  /// What follows the token is made from it, and hardly compressible.
  byte[] bytes() {
    return line().getBytes(StandardCharsets.US_ASCII);
  }

  private String line() {
    var random = new Random(token.hashCode());
    var filler = new StringBuilder();
    int length = random.nextInt(LONGEST);
    while (filler.length() < length) {
      filler.append(Long.toString(random.nextLong(), 36));
    }
    return token + ":" + filler + "\n";
  }

  /// The pieces of which a text consists, or an error at the first that is not whole.
  static List<Piece> all(String text) {
    if (!text.endsWith("\n")) {
      throw new IllegalArgumentException("it ends within a piece");
    }
    return text.lines()
        .map(
            line -> {
              var piece = new Piece(line.substring(0, Math.max(0, line.indexOf(':'))));
              if (!piece.line().equals(line + "\n")) {
                throw new IllegalArgumentException("a piece was changed: " + line);
              }
              return piece;
            })
        .toList();
  }
}
