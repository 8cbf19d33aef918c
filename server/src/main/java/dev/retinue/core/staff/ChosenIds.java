package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/// The sessions that callers name as they like. The same name is always the same session, and of
/// every caller another one: its id is made of both with the key of the data directory, so that
/// there is nothing to keep, and nobody can guess it.
public final class ChosenIds {
  private final SecretKey key;

  public ChosenIds(SecretKey key) {
    this.key = key;
  }

  /// The id of the session that this caller calls so.
  public String of(Caller caller, String chosen) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      // Begins with what nothing else begins with that is signed with this key. No holder has a
      // line feed.
      var claim = "session/%s\n%s".formatted(caller.holder(), chosen);
      var bytes = ByteBuffer.wrap(mac.doFinal(claim.getBytes(StandardCharsets.UTF_8)));
      return Sessions.uuid(bytes.getLong(), bytes.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
