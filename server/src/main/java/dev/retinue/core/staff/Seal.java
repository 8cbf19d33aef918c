package dev.retinue.core.staff;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/// What the key of the data directory signs. One key signs claims of several kinds, so each kind
/// begins with a word that no other begins with.
final class Seal {
  private final SecretKey key;

  Seal(SecretKey key) {
    this.key = key;
  }

  /// 43 characters that may stand in a header and in an address.
  String of(String claim) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      var bytes = mac.doFinal(claim.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  /// Takes as long for a wrong one as for the right one.
  boolean isOn(String claim, String given) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.US_ASCII), of(claim).getBytes(StandardCharsets.US_ASCII));
  }
}
