package dev.retinue.testing;

import dev.retinue.core.port.Observer;
import dev.retinue.core.staff.Surroundings;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// A time of day that stands still at noon until a test moves it. What measures durations goes on
/// by itself, so that nothing waits for ever, and is moved along.
public final class TestClock implements InstantSource {
  public static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final AtomicLong moved = new AtomicLong();
  private volatile Observer observer = Observer.NONE;

  @Override
  public Instant instant() {
    return NOON.plusNanos(moved.get());
  }

  public void advance(Duration time) {
    moved.addAndGet(time.toNanos());
  }

  /// Where it is used, this one is told what happens.
  public TestClock observedBy(Observer other) {
    observer = other;
    return this;
  }

  public Surroundings surroundings() {
    return new Surroundings(this, () -> System.nanoTime() + moved.get(), new SecureRandom())
        .observedBy(observer);
  }
}
