package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/// The sessions that callers name as they like. The same name is the same session until that is
/// closed, and of every caller another one: the id of the first is made of both with the key of the
/// data directory, so that nobody can guess it. Only who goes by the name after it is kept.
public final class ChosenIds {
  private final SecretKey key;

  public ChosenIds(SecretKey key) {
    this.key = key;
  }

  /// The id of the first session that this caller calls so.
  public String of(Caller caller, String chosen) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      // Begins with what nothing else begins with that is signed with this key. No holder has a
      // line feed.
      var claim = "session/%s\n%s".formatted(caller.holder(), chosen);
      var bytes = ByteBuffer.wrap(mac.doFinal(claim.getBytes(StandardCharsets.UTF_8)));
      return Openings.uuid(bytes.getLong(), bytes.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
