package dev.retinue.mcp.era;

import java.security.SecureRandom;
import java.util.HexFormat;

/// What nobody can guess. It takes a while to set up, so it is when it is first needed.
final class Randomness {
  private static final int ID_BYTES = 16;

  private Randomness() {}

  static byte[] bytes(int count) {
    var bytes = new byte[count];
    Source.RANDOM.nextBytes(bytes);
    return bytes;
  }

  /// An id with 128 bits that nobody can guess.
  static String id() {
    return HexFormat.of().formatHex(bytes(ID_BYTES));
  }

  private static final class Source {
    private static final SecureRandom RANDOM = new SecureRandom();
  }
}
