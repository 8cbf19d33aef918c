package dev.retinue.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How an agent is watched, and what is done when nothing is heard of it.
///
/// @param silence after how long without output and without work of the processor it is stalled
/// @param ladder what is done then, one step after each further silence
/// @param fallback who does the work instead when a quota is used up
public record Vigilance(Duration silence, List<Step> ladder, @Nullable String fallback) {
  public static final Vigilance USUAL = new Vigilance(Duration.ofMinutes(10), List.of(), null);

  /// What can be done about a stalled run.
  public enum Step {
    NUDGE,
    INTERRUPT,
    KILL,
    RESUME
  }

  public Vigilance {
    silence = Objects.requireNonNullElse(silence, Duration.ofMinutes(10));
    ladder = List.copyOf(Objects.requireNonNullElse(ladder, List.of()));
  }
}
