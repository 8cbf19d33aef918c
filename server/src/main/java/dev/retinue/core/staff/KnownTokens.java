package dev.retinue.core.staff;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Who was let in a moment ago, by the hash of his token, or what callers may use, by their ids: to
/// ask the store for every request would cost as much as a small call does. What is revoked or
/// changed in this process is forgotten at once, and what another process revokes is after that
/// moment.
///
/// @param <T> what is known of each
final class KnownTokens<T> {
  /// Whoever revokes in another process waits for so long, and then nobody remembers.
  static final Duration MOMENT = Duration.ofMillis(200);

  /// From here on one of those who ask renews it for all: else each of them asks the store at the
  /// same time when the moment is over.
  private static final Duration LATE = MOMENT.dividedBy(4).multipliedBy(3);

  private static final int MOST = 1000;

  private final LongSupplier nanoTime;
  private final AtomicLong revocations = new AtomicLong();
  private final Map<String, Known<T>> known = new ConcurrentHashMap<>();

  /// What was found.
  private static final class Known<T> {
    private final T found;
    private final long since;
    private final long revocations;
    private final AtomicBoolean renewed = new AtomicBoolean();

    /// @param since when the store was asked
    /// @param revocations how many there had been by then
    private Known(T found, long since, long revocations) {
      this.found = found;
      this.since = since;
      this.revocations = revocations;
    }
  }

  KnownTokens(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Asks the store if nobody remembers. Those whom it does not know are not remembered.
  Optional<T> find(String hash, Supplier<Optional<T>> store) {
    // Both before the store is asked: what it says may be old news when it is heard.
    long now = nanoTime.getAsLong();
    long revoked = revocations.get();
    var before = known.get(hash);
    if (before != null && before.revocations == revoked && isFresh(before, now)) {
      return Optional.of(before.found);
    }
    var found = store.get();
    if (found.isEmpty()) {
      known.remove(hash);
      return found;
    }
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(hash, new Known<>(found.get(), now, revoked));
    return found;
  }

  private static boolean isFresh(Known<?> known, long now) {
    long age = now - known.since;
    return age < LATE.toNanos() || (age < MOMENT.toNanos() && isRenewed(known));
  }

  /// By somebody else: for whoever asks first it is not.
  private static boolean isRenewed(Known<?> known) {
    return known.renewed.get() || !known.renewed.compareAndSet(false, true);
  }

  /// Something was revoked.
  void forget() {
    revocations.incrementAndGet();
    known.clear();
  }

  int size() {
    return known.size();
  }
}
