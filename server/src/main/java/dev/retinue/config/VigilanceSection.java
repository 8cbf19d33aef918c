package dev.retinue.config;

import dev.retinue.core.Vigilance;
import java.time.Duration;
import java.util.List;

/// The section `vigilance` of a member of the staff, and who stands in for it.
final class VigilanceSection {
  private static final int LONGEST_NAME = 64;
  private static final Vigilance USUAL = Vigilance.USUAL;

  private static final Key<Duration> SILENCE =
      Key.of(
          "silence",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(7)),
          USUAL.silence(),
          "After how long without output and without work of the processor it is stalled.");
  private static final Key<List<Vigilance.Step>> LADDER =
      Key.of(
          "ladder",
          Kinds.listOf("steps", Kinds.oneOf(Vigilance.Step.class)),
          USUAL.ladder(),
          "What is done about it, one step after each further silence: nudge, interrupt, kill, resume. No step, and it is only shown.");
  private static final Key<Duration> QUOTA_PATIENCE =
      Key.of(
          "quota-patience",
          Kinds.duration(Duration.ZERO, Duration.ofDays(30)),
          USUAL.quotaPatience(),
          "How long a run waits at most when a quota is used up; with longer to wait it fails.");

  static final Key<Vigilance> KEY =
      Key.section(
          "vigilance",
          new Shape<>(List.of(SILENCE, LADDER, QUOTA_PATIENCE), VigilanceSection::vigilance),
          "How its runs are watched.");

  static final Key<String> FALLBACK =
      Key.optional(
          "fallback",
          Kinds.words(LONGEST_NAME),
          "Who does the work instead when a quota is used up.");

  private VigilanceSection() {}

  private static Vigilance vigilance(Values values) {
    return new Vigilance(
        values.require(SILENCE), values.require(LADDER), null, values.require(QUOTA_PATIENCE));
  }

  static Vigilance of(Values member) {
    var watched = member.require(KEY);
    return new Vigilance(
        watched.silence(),
        watched.ladder(),
        member.find(FALLBACK).orElse(null),
        watched.quotaPatience());
  }
}
