package dev.retinue.config;

import dev.retinue.core.SessionLimits;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import java.time.Duration;
import java.util.List;

/// The section `limits`: how much may be at work at once, and how much one caller may ask for.
final class LimitsSection {
  private static final long MANY = 1_000_000;
  private static final long DEEPEST = 100;
  private static final long A_TEBIBYTE = 1L << 40;
  private static final long USUAL_RESERVE = 64L << 20;
  private static final Limits USUAL = Limits.DEFAULT;

  private static final Key<Long> SLOTS =
      number("slots", 1, MANY, USUAL.slots(), "How many trees of runs are at work at once.");
  private static final Key<Long> RUNS_AT_WORK =
      number(
          "runs-at-work",
          1,
          MANY,
          USUAL.occupied(),
          "How many runs are at work at once, those below others included.");
  private static final Key<Long> DEPTH =
      number("depth", 0, DEEPEST, USUAL.depth(), "How many runs may stand below one another.");
  private static final Key<Long> DESCENDANTS =
      number(
          "descendants", 0, MANY, USUAL.descendants(), "How many runs may be started below one.");
  private static final Key<Long> OPEN_RUNS =
      number(
          "open-runs-per-caller",
          1,
          MANY,
          USUAL.openPerCaller(),
          "How many runs of one caller may be unended.");
  private static final Key<Long> RUNS_PER_CALLER =
      Key.optional(
          "runs-per-caller",
          Kinds.wholeNumber(1, MANY),
          "How many trees of runs of one caller are at work at once; else as many as there are slots.");
  private static final Key<Long> REQUESTS =
      number(
          "requests-per-second",
          1,
          MANY,
          Rules.DEFAULT.requests().perSecond(),
          "How often one caller may ask for anything, in the long run.");
  private static final Key<Long> REQUESTS_BURST =
      number(
          "requests-burst",
          1,
          MANY,
          Rules.DEFAULT.requests().burst(),
          "How often one caller may ask at once, after a while of nothing.");
  private static final Key<Long> STARTS =
      number(
          "starts-per-second",
          1,
          MANY,
          Rules.DEFAULT.starts().perSecond(),
          "How often one caller may start something, in the long run.");
  private static final Key<Long> STARTS_BURST =
      number(
          "starts-burst",
          1,
          MANY,
          Rules.DEFAULT.starts().burst(),
          "How often one caller may start something at once, after a while of nothing.");
  private static final Key<Long> DISK_RESERVE =
      Key.of(
          "disk-reserve",
          Sizes.upTo(A_TEBIBYTE),
          USUAL_RESERVE,
          "How much of the disk stays free for runs that have begun: with less, none begins.");

  private static final Key<Long> MEMORY_RESERVE =
      Key.of(
          "memory-reserve",
          Sizes.upTo(A_TEBIBYTE),
          Limits.Share.USUAL_RESERVE,
          "How much memory stays free: with less, the programs of runs wait. Linux only.");

  private static final Key<Duration> ANSWER_DEADLINE =
      Key.of(
          "answer-deadline",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(30)),
          Thinking.USUAL.answerDeadline(),
          "How long a question of an agent of the runtimes `llm` and `coder` waits for its answer.");

  /// @param staff what the staff keeps to
  /// @param requests how often one caller may ask
  /// @param starts how often one caller may start something
  /// @param answerDeadline how long a question waits for its answer
  record Bounds(
      Limits staff, Rate requests, Rate starts, long diskReserve, Duration answerDeadline) {
    Rules rules(Roots roots, SessionLimits sessions) {
      return new Rules(staff, requests, starts, roots, sessions);
    }
  }

  private LimitsSection() {}

  static Key<Bounds> key() {
    return Key.section(
        "limits",
        new Shape<>(
            List.of(
                SLOTS,
                RUNS_AT_WORK,
                DEPTH,
                DESCENDANTS,
                OPEN_RUNS,
                RUNS_PER_CALLER,
                REQUESTS,
                REQUESTS_BURST,
                STARTS,
                STARTS_BURST,
                DISK_RESERVE,
                MEMORY_RESERVE,
                ANSWER_DEADLINE),
            LimitsSection::bounds),
        "How much may be at work at once, and how much one caller may ask for.");
  }

  private static Bounds bounds(Values values) {
    var limits =
        new Limits(
            number(values, SLOTS),
            number(values, RUNS_AT_WORK),
            number(values, DEPTH),
            number(values, DESCENDANTS),
            number(values, OPEN_RUNS),
            share(values));
    return new Bounds(
        limits,
        new Rate(number(values, REQUESTS), number(values, REQUESTS_BURST)),
        new Rate(number(values, STARTS), number(values, STARTS_BURST)),
        values.require(DISK_RESERVE),
        values.require(ANSWER_DEADLINE));
  }

  private static Limits.Share share(Values values) {
    long perCaller = values.find(RUNS_PER_CALLER).orElseGet(() -> values.require(SLOTS));
    return new Limits.Share(Math.toIntExact(perCaller), values.require(MEMORY_RESERVE));
  }

  private static int number(Values values, Key<Long> key) {
    return Math.toIntExact(values.require(key));
  }

  private static Key<Long> number(
      String name, long least, long most, long fallback, String description) {
    return Key.of(name, Kinds.wholeNumber(least, most), fallback, description);
  }
}
