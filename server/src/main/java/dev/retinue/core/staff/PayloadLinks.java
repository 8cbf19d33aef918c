package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/// Links to payloads that need no token: each is signed for one payload and a short time with the
/// key of the data directory, so there is nothing to keep.
public final class PayloadLinks {
  private static final Duration GOOD_FOR = Duration.ofHours(1);
  private static final int GROUP_LENGTH = 12;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private final SecretKey key;
  private final InstantSource clock;

  public PayloadLinks(SecretKey key, InstantSource clock) {
    this.key = key;
    this.clock = clock;
  }

  /// What stands behind the question mark of such a link.
  public String query(Run run) {
    var expires = Long.toString(clock.instant().plus(GOOD_FOR).getEpochSecond());
    var group = group(run.commission().caller());
    var signature = signature(run.id(), expires, group);
    return "expires=%s&group=%s&signature=%s".formatted(expires, group, signature);
  }

  /// Links to what belongs to one caller have limits of their own, and take nothing from those of
  /// others. Whoever has a link does not learn from it whose it is.
  private String group(String caller) {
    return hmac("payload-of/" + caller).substring(0, GROUP_LENGTH);
  }

  /// Whoever has a genuine link: he sees this run, and may do nothing.
  public Optional<Caller> verify(RunId run, String expires, String group, String signature) {
    if (!SECONDS.matcher(expires).matches()) {
      return Optional.empty();
    }
    var given = signature.getBytes(StandardCharsets.UTF_8);
    var right = signature(run, expires, group).getBytes(StandardCharsets.UTF_8);
    boolean genuine = MessageDigest.isEqual(given, right);
    boolean inTime = clock.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(expires)));
    return genuine && inTime ? Optional.of(Caller.linkedTo(run, group)) : Optional.empty();
  }

  /// Begins with what no token of a run begins with, because the key is the same.
  private String signature(RunId run, String expires, String group) {
    return hmac("payload/%s/%s/%s".formatted(run, expires, group));
  }

  private String hmac(String claim) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      var bytes = mac.doFinal(claim.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
