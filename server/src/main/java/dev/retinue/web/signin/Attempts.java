package dev.retinue.web.signin;

import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// How often somebody at one address may fail to sign in: some times at once, and then again after
/// a while each.
final class Attempts {
  private static final Limit LIMIT = Limit.FAILED_SIGN_INS;
  private static final Duration EACH = Duration.ofSeconds(6);
  private static final int MOST_ADDRESSES = 1_000;

  private final LongSupplier nanoTime;

  /// By address, when all its failures will be forgotten.
  private final Map<String, Long> forgottenAt = new LinkedHashMap<>();

  Attempts(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Refuses who has failed too often of late.
  synchronized void require(String address) {
    long wait = waiting(address) - (LIMIT.bound() - 1) * EACH.toNanos();
    if (wait > 0) {
      var over = Duration.ofNanos(wait);
      throw LimitHit.fixed(LIMIT, LimitHit.Whose.caller(address), LimitHit.Frees.after(over))
          .refusal(
              "%d attempts to sign in have failed from %s of late; try again in %d s."
                  .formatted(LIMIT.bound(), address, LimitHit.wholeSeconds(over)));
    }
  }

  synchronized void failed(String address) {
    long now = nanoTime.getAsLong();
    long after = now + waiting(address) + EACH.toNanos();
    forgottenAt.remove(address);
    if (forgottenAt.size() >= MOST_ADDRESSES) {
      forgottenAt.values().removeIf(it -> it - now <= 0);
    }
    if (forgottenAt.size() >= MOST_ADDRESSES) {
      forgottenAt.remove(forgottenAt.keySet().iterator().next());
    }
    forgottenAt.put(address, after);
  }

  private long waiting(String address) {
    var end = forgottenAt.get(address);
    return end == null ? 0 : Math.max(0, end - nanoTime.getAsLong());
  }
}
