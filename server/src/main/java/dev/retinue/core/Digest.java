package dev.retinue.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A short name for texts: the same for the same texts, and another for any other.
public final class Digest {
  /// Never used itself: to copy it costs a tenth of asking for another, and every request with a
  /// token needs one.
  private static final MessageDigest FRESH = fresh();

  private final MessageDigest sha256 = sha256();

  public static MessageDigest sha256() {
    try {
      return (MessageDigest) FRESH.clone();
    } catch (CloneNotSupportedException e) {
      return fresh();
    }
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// The SHA-256 of one text, in hexadecimal, as anybody else would take it.
  public static String ofText(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  public static String of(String... parts) {
    var digest = new Digest();
    for (var part : parts) {
      digest.add(part);
    }
    return digest.hex();
  }

  /// With its length in front, so that no two lists of texts run together to the same bytes.
  public void add(String part) {
    var bytes = part.getBytes(StandardCharsets.UTF_8);
    sha256.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    sha256.update(bytes);
  }

  public String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }
}
