package dev.retinue.core.staff;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/// Slows down who comes with tokens that nobody knows, by the address from which he comes. Whose
/// token counts never comes here, so nobody waits because of others behind the same address.
public final class Strangers {
  /// How many of one address hear at once that they are not let in, and then in a second.
  static final Rate TOLD = new Rate(10, 10);

  static final int MOST_ADDRESSES = 1_000;

  /// They share one: strangers have as many addresses as they like.
  private static final String OTHERS = "others";

  private final LongSupplier nanoTime;
  private final Brake.Nap nap;
  private final Semaphore keptBack = new Semaphore(Brake.MOST_IN_ALL);
  private final Map<String, Brake> brakes = new ConcurrentHashMap<>();

  /// @param nap how it waits until one is told
  Strangers(LongSupplier nanoTime, Brake.Nap nap) {
    this.nanoTime = nanoTime;
    this.nap = nap;
  }

  /// Waits until one more at this address may be told that nobody knows his token.
  public void holdBack(String address) {
    long now = nanoTime.getAsLong();
    var known = brakes.get(address);
    if (known == null) {
      if (brakes.size() >= MOST_ADDRESSES) {
        brakes.values().removeIf(it -> it.isIdle(now));
      }
      var key = brakes.size() >= MOST_ADDRESSES ? OTHERS : address;
      known = brakes.computeIfAbsent(key, _ -> new Brake(nap, keptBack, TOLD, now));
    }
    known.hold(now);
  }

  int addresses() {
    return brakes.size();
  }
}
