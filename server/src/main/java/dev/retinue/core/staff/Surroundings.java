package dev.retinue.core.staff;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Time and chance, as they come in from outside.
///
/// @param clock the time of day, which may jump
/// @param nanoTime a time that never jumps, for durations and deadlines
public record Surroundings(InstantSource clock, LongSupplier nanoTime, RandomGenerator random) {
  public static Surroundings real() {
    return new Surroundings(InstantSource.system(), System::nanoTime, new SecureRandom());
  }

  /// Exact to a microsecond, as it is kept.
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
