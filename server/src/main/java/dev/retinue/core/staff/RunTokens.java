package dev.retinue.core.staff;

import dev.retinue.core.RunId;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/// The tokens of runs. They need no row: each is signed with the key of the data directory, and
/// names the run and the epoch for which it is good.
public final class RunTokens {
  private static final String PREFIX = "rtr_";
  private static final Pattern SHAPE =
      Pattern.compile("rtr_((?:agent-|sp_)[a-z2-7]{26})\\.([0-9]{1,10})\\.([A-Za-z0-9_-]{43})");

  private final Seal seal;

  public RunTokens(SecretKey key) {
    this.seal = new Seal(key);
  }

  /// What a genuine token says.
  record Claim(RunId run, long epoch) {}

  static boolean looksLikeOne(String token) {
    return token.startsWith(PREFIX);
  }

  String issue(RunId run, long epoch) {
    var claim = PREFIX + run.text() + "." + epoch;
    return claim + "." + seal.of(claim);
  }

  Optional<Claim> verify(String token) {
    var matcher = SHAPE.matcher(token);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var claim = token.substring(0, matcher.end(2));
    return seal.isOn(claim, matcher.group(3))
        ? Optional.of(new Claim(new RunId(matcher.group(1)), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }
}
