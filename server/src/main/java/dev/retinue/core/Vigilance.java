package dev.retinue.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How an agent is watched, and what is done when nothing is heard of it.
///
/// @param silence after how long without output and without work of the processor it is stalled
/// @param ladder what is done then, one step after each further silence; nothing means that it is
///   only shown
/// @param fallback who does the work instead when a quota is used up
/// @param quotaPatience how long a run of it waits for a quota at most
public record Vigilance(
    Duration silence, List<Step> ladder, @Nullable String fallback, Duration quotaPatience) {
  private static final Duration USUAL_SILENCE = Duration.ofMinutes(10);
  private static final Duration USUAL_PATIENCE = Duration.ofHours(6);
  public static final Vigilance USUAL =
      new Vigilance(USUAL_SILENCE, List.of(), null, USUAL_PATIENCE);

  /// What can be done about a stalled run.
  public enum Step {
    /// It is told to go on, if it still listens.
    NUDGE,
    /// It is asked to break off what it does.
    INTERRUPT,
    /// It is ended by force.
    KILL,
    /// It is started again in its session, once.
    RESUME
  }

  public Vigilance {
    // Definitions of earlier versions are kept without some of these.
    silence = Objects.requireNonNullElse(silence, USUAL_SILENCE);
    ladder = List.copyOf(Objects.requireNonNullElse(ladder, List.of()));
    quotaPatience = Objects.requireNonNullElse(quotaPatience, USUAL_PATIENCE);
  }
}
