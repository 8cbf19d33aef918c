package dev.retinue.web.oauth;

import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Trouble;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The keys of an issuer, as they were a while ago. A token that names another key makes them be
/// fetched again, but not as often as tokens with invented keys come. Old ones count a little
/// longer while they are fetched beside; older ones only when the issuer could not be reached just
/// now, and then for a day.
final class KnownKeys {
  private static final Duration FRESH = Duration.ofMinutes(10);
  private static final Duration STALE = FRESH.multipliedBy(2);
  private static final Duration LATELY = Duration.ofMinutes(2);
  private static final Duration BETWEEN_FETCHES = Duration.ofSeconds(30);
  private static final Duration OLDEST = Duration.ofDays(1);

  private final KeySource source;
  private final LongSupplier nanoTime;
  private volatile @Nullable Known known;
  private volatile @Nullable Failed failed;
  private final AtomicBoolean refreshing = new AtomicBoolean();

  private record Known(Keys keys, long since) {}

  private record Failed(RetinueException why, long since) {}

  KnownKeys(KeySource source, LongSupplier nanoTime) {
    this.source = source;
    this.nanoTime = nanoTime;
  }

  /// Those that may have signed this. Whose key is known does not wait for one that is not.
  List<PublicKey> of(Jwt token) throws InterruptedException {
    var found = atHand(token);
    return found == null ? fetched(token) : found;
  }

  /// Null if it is time to fetch.
  private @Nullable List<PublicKey> atHand(Jwt token) {
    var before = known;
    if (before == null) {
      return null;
    }
    long now = nanoTime.getAsLong();
    long age = now - before.since;
    var found = age < OLDEST.toNanos() ? before.keys.of(token) : List.<PublicKey>of();
    if (found.isEmpty()) {
      return age >= BETWEEN_FETCHES.toNanos() ? null : found;
    }
    if (age >= STALE.toNanos() && !failedLately(now)) {
      return null;
    }
    if (age >= FRESH.toNanos()) {
      refresh(now);
    }
    return found;
  }

  /// Then nobody waits once more to hear the same.
  private boolean failedLately(long now) {
    var trouble = failed;
    return trouble != null && now - trouble.since < LATELY.toNanos();
  }

  /// Fetches them beside, one thread at a time, which ends by the patience of the source: nobody
  /// whose key is known waits for an issuer that does not answer.
  private void refresh(long now) {
    if (isTimeTo(now) && refreshing.compareAndSet(false, true)) {
      Thread.ofVirtual().name("keys of the issuer").start(this::fetchBeside);
    }
  }

  private void fetchBeside() {
    try {
      fetchIfOld();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RetinueException _) {
      // It was noted, and whoever needs other keys hears of it.
    } finally {
      refreshing.set(false);
    }
  }

  private synchronized void fetchIfOld() throws InterruptedException {
    var before = known;
    long now = nanoTime.getAsLong();
    if (before == null || now - before.since >= FRESH.toNanos()) {
      current(now);
    }
  }

  /// Not soon after it was tried in vain.
  private boolean isTimeTo(long now) {
    var trouble = failed;
    return trouble == null || now - trouble.since >= BETWEEN_FETCHES.toNanos();
  }

  /// One thread fetches, the others wait for it.
  private synchronized List<PublicKey> fetched(Jwt token) throws InterruptedException {
    var meanwhile = atHand(token);
    return meanwhile == null ? current(nanoTime.getAsLong()).of(token) : meanwhile;
  }

  private Keys current(long now) throws InterruptedException {
    var before = known;
    var trouble = failed;
    if (trouble == null || isTimeTo(now)) {
      try {
        var keys = source.fetch();
        known = new Known(keys, now);
        failed = null;
        return keys;
      } catch (RetinueException e) {
        trouble = new Failed(e, now);
        failed = trouble;
        Trouble.note("the keys of the issuer are those that it had before", e);
      }
    }
    if (before == null || now - before.since >= OLDEST.toNanos()) {
      throw trouble.why;
    }
    return before.keys;
  }
}
