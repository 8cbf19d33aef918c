package dev.retinue.core.staff;

import dev.retinue.core.RunId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/// The tokens of runs. They need no row: each is signed with the key of the data directory, and
/// names the run and the epoch for which it is good.
public final class RunTokens {
  private static final String PREFIX = "rtr_";
  private static final Pattern SHAPE =
      Pattern.compile("rtr_((?:agent-|sp_)[a-z2-7]{26})\\.([0-9]{1,10})\\.([A-Za-z0-9_-]{43})");

  private final SecretKey key;

  public RunTokens(SecretKey key) {
    this.key = key;
  }

  /// What a genuine token says.
  record Claim(RunId run, long epoch) {}

  static boolean looksLikeOne(String token) {
    return token.startsWith(PREFIX);
  }

  String issue(RunId run, long epoch) {
    var claim = PREFIX + run.text() + "." + epoch;
    return claim + "." + signature(claim);
  }

  Optional<Claim> verify(String token) {
    var matcher = SHAPE.matcher(token);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var claim = token.substring(0, matcher.end(2));
    var given = matcher.group(3).getBytes(StandardCharsets.US_ASCII);
    var right = signature(claim).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(given, right)
        ? Optional.of(new Claim(new RunId(matcher.group(1)), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  private String signature(String claim) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      var bytes = mac.doFinal(claim.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
