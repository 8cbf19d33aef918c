package dev.retinue.core.staff;

import dev.retinue.core.Pulse;
import dev.retinue.core.Run;
import dev.retinue.core.port.Observer;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Time and chance, as they come in from outside, and who looks from there.
///
/// @param clock the time of day, which may jump
/// @param nanoTime a time that never jumps, for durations and deadlines
/// @param observer is told what happens
public record Surroundings(
    InstantSource clock, LongSupplier nanoTime, RandomGenerator random, Observer observer) {
  /// With nobody who looks.
  public Surroundings(InstantSource clock, LongSupplier nanoTime, RandomGenerator random) {
    this(clock, nanoTime, random, Observer.NONE);
  }

  /// The same, with this one who looks.
  public Surroundings observedBy(Observer other) {
    return new Surroundings(clock, nanoTime, random, other);
  }

  public static Surroundings real() {
    return new Surroundings(InstantSource.system(), System::nanoTime, new SecureRandom());
  }

  /// Notes that a program is stalled when it comes to be so.
  Pulse seen(@Nullable Pulse before, Pulse now) {
    if (now.stalled() && (before == null || !before.stalled())) {
      observer.processes(Observer.Fate.STALLED, 1);
    }
    return now;
  }

  /// What a run knows from its beginning on, its place in a trace among it.
  ///
  /// @param parent the run above it, if there is one
  Map<String, String> entrusted(@Nullable Run parent, Map<String, String> known) {
    return observer.tracer().entrusted(parent, known);
  }

  /// Exact to a microsecond, as it is kept.
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
