package dev.retinue.runtime.standby;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Usage;
import dev.retinue.core.Vigilance;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to do when a program was told to come back later: wait until then, let another do the work,
/// or give up.
///
/// @param kind what is lacking
/// @param count how often it was told so since it last got on
/// @param since when it was first told so
/// @param tokens what it had used then: with more it has got on
public record Setback(Kind kind, int count, Instant since, long tokens) {
  private static final String FACT = "setback";
  private static final Duration AT_LEAST = Duration.ofSeconds(1);
  private static final int WORDS = 500;

  /// What is lacking.
  public enum Kind {
    /// The owner's share of the service.
    QUOTA(
        "Its quota is used up",
        "No quota",
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(15)),
    /// Room in the service for anybody.
    OVERLOAD(
        "The service has too much to do",
        "The service has too much to do, so it waits",
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofMinutes(2),
        Duration.ofMinutes(5));

    private final String sentence;

    /// What stands before a time: short, so that a table shows both.
    private final String lack;

    @SuppressWarnings("ImmutableEnumChecker") // It is a copy that nobody can change.
    private final List<Duration> pauses;

    Kind(String sentence, String lack, Duration... pauses) {
      this.sentence = sentence;
      this.lack = lack;
      this.pauses = List.of(pauses);
    }
  }

  /// What to do.
  public sealed interface Remedy {
    /// Wait, and then go on in the same session.
    record Wait(Instant until, String why, Map<String, String> facts) implements Remedy {}

    /// Let this agent do it.
    record HandOver(String agent, String why) implements Remedy {}

    /// There is nothing to wait for, or it would take too long.
    record GiveUp(String why) implements Remedy {}
  }

  /// The next one of a run with these facts, which has used this much.
  public static Setback next(Kind kind, Map<String, String> facts, Usage used, Instant now) {
    return before(facts)
        .filter(it -> it.kind == kind && used.tokens() <= it.tokens)
        .map(it -> new Setback(kind, it.count + 1, it.since, it.tokens))
        .orElseGet(() -> new Setback(kind, 1, now, used.tokens()));
  }

  private static Optional<Setback> before(Map<String, String> facts) {
    var parts = facts.getOrDefault(FACT, "").split(" ", -1);
    try {
      return parts.length == 4
          ? Optional.of(
              new Setback(
                  Kind.valueOf(parts[0]),
                  Integer.parseInt(parts[1]),
                  Instant.parse(parts[2]),
                  Long.parseLong(parts[3])))
          : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /// What is best now.
  ///
  /// @param message what the program said
  public Remedy remedy(String message, Vigilance vigilance, Instant now, ZoneId zone) {
    var said = Excerpt.of(message, WORDS);
    var fallback = vigilance.fallback();
    if (fallback != null && kind == Kind.QUOTA) {
      return new Remedy.HandOver(fallback, kind.sentence + ": " + said);
    }
    var until = ResetTime.find(message, now, zone).or(() -> pause().map(now::plus));
    if (until.isEmpty()) {
      return fallback == null
          ? new Remedy.GiveUp("%s (it was tried %d times)".formatted(said, count))
          : new Remedy.HandOver(fallback, kind.sentence + ": " + said);
    }
    var time = later(until.get(), now.plus(AT_LEAST)).truncatedTo(ChronoUnit.MILLIS);
    if (time.isAfter(since.plus(vigilance.quotaPatience()))) {
      return new Remedy.GiveUp(
          "%s (it could go on at %s, and may wait until %s: quota-patience)"
              .formatted(said, time, since.plus(vigilance.quotaPatience())));
    }
    return new Remedy.Wait(
        time, "%s until %s. It said: %s".formatted(kind.lack, wholeSeconds(time), said), facts());
  }

  private Optional<Duration> pause() {
    return count <= kind.pauses.size() ? Optional.of(kind.pauses.get(count - 1)) : Optional.empty();
  }

  /// The next full second: nobody wants to read more of it.
  private static Instant wholeSeconds(Instant time) {
    var second = time.truncatedTo(ChronoUnit.SECONDS);
    return second.equals(time) ? time : second.plusSeconds(1);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private Map<String, String> facts() {
    return Map.of(FACT, "%s %d %s %d".formatted(kind, count, since, tokens));
  }
}
