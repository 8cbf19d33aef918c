package dev.retinue.core.staff;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Slows down one caller who asks on although he is refused. His first refusals he hears at once,
/// then so many a second: each of the others is kept back until it is its turn. So a storm of
/// requests becomes a few that wait, and their clients with them. Who does as `Retry-After` says
/// never notices.
final class Brake {
  /// How many refusals one hears at once, and then in a second.
  static final Rate TOLD = new Rate(50, 100);

  /// None is kept back for longer: that is what `Retry-After` says at least.
  static final Duration LONGEST = Duration.ofSeconds(1);

  /// So many wait at once, of one caller and of all; more are told at once.
  static final int MOST_OF_ONE = 500;

  static final int MOST_IN_ALL = 2_000;

  private final Bucket told;
  private final Nap nap;
  private final Semaphore places = new Semaphore(MOST_OF_ONE);
  private final Semaphore placesOfAll;

  /// How to wait.
  @FunctionalInterface
  interface Nap {
    void take(Duration time) throws InterruptedException;
  }

  /// @param placesOfAll where refusals wait, of whichever caller
  Brake(Nap nap, Semaphore placesOfAll, long now) {
    this(nap, placesOfAll, TOLD, now);
  }

  /// @param told how many hear it at once, and then in a second
  Brake(Nap nap, Semaphore placesOfAll, Rate told, long now) {
    this.told = new Bucket(told, now);
    this.nap = nap;
    this.placesOfAll = placesOfAll;
  }

  /// Waits until one more refusal may be told.
  void hold(long now) {
    long wait = told.take(now, LONGEST.toNanos());
    if (wait > 0 && places.tryAcquire()) {
      try {
        await(Math.min(wait, LONGEST.toNanos()));
      } finally {
        places.release();
      }
    }
  }

  /// Whether the next refusals are told at once, as if there had been none.
  boolean isIdle(long now) {
    return told.isFull(now);
  }

  private void await(long nanos) {
    if (!placesOfAll.tryAcquire()) {
      return;
    }
    try {
      nap.take(Duration.ofNanos(nanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Everything ends, and this is told before.
    } finally {
      placesOfAll.release();
    }
  }
}
