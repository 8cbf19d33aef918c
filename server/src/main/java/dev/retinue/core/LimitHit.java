package dev.retinue.core;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A limit that somebody has met: which, whose, how much it allows, and when there is room again.
/// Every refusal by a limit is made of one, so that all surfaces say the same of it.
///
/// @param bound in what the limit is counted in
public record LimitHit(Limit limit, Whose whose, BigDecimal bound, Frees frees) {

  public static LimitHit of(Limit limit, Whose whose, long bound, Frees frees) {
    return new LimitHit(limit, whose, BigDecimal.valueOf(bound), frees);
  }

  /// One that nobody can set.
  public static LimitHit fixed(Limit limit, Whose whose, Frees frees) {
    return of(limit, whose, limit.bound(), frees);
  }

  /// One of a budget.
  ///
  /// @param phrase its name and how much it allows, as a `Budget` says it
  public static LimitHit ofBudget(Whose whose, String phrase, Frees frees) {
    var parts = phrase.split(" ", 2);
    return new LimitHit(Limit.ofBudget(parts[0]), whose, new BigDecimal(parts[1]), frees);
  }

  /// The refusal of what is too much.
  ///
  /// @param sentence names the thing and the remedy
  public RetinueException refusal(String sentence) {
    return RetinueException.of(this, ErrorCode.LIMIT_EXCEEDED, sentence);
  }

  /// The refusal because the house has too much to do, whoever asks.
  public RetinueException overload(String sentence) {
    return RetinueException.of(this, ErrorCode.SERVICE_UNAVAILABLE, sentence);
  }

  /// What programs are told of it beside a code and a sentence, the same on every surface.
  public Map<String, Object> facts() {
    var facts = new LinkedHashMap<String, Object>();
    facts.put("limit", limit.key());
    facts.put("whose", whose.text());
    facts.put("bound", bound);
    facts.put("frees", frees.text());
    frees.in().ifPresent(wait -> facts.put("retry_after_seconds", wholeSeconds(wait)));
    return facts;
  }

  /// Whole seconds, and never too few of them.
  public static long wholeSeconds(Duration wait) {
    return Math.max(1, wait.plusNanos(999_999_999).toSeconds());
  }

  /// The same in a few words, for people.
  @Override
  public String toString() {
    return "%s of %s is %s, frees %s"
        .formatted(limit.key(), whose.text(), bound.toPlainString(), frees.text());
  }

  /// Whom a limit bounds.
  ///
  /// @param id of the caller, run, session or agent; empty where there is only one
  public record Whose(Kind kind, String id) {
    public static final Whose HOUSE = new Whose(Kind.HOUSE, "");

    /// One call alone: what it asks for is too much, whoever asks.
    public static final Whose CALL = new Whose(Kind.CALL, "");

    /// The run that is told of it, where nobody knows its id.
    public static final Whose THIS_RUN = new Whose(Kind.RUN, "");

    /// What has limits.
    public enum Kind {
      HOUSE,
      CALLER,
      RUN,
      SESSION,
      AGENT,
      CONNECTION,
      CALL;

      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    public static Whose caller(String id) {
      return new Whose(Kind.CALLER, id);
    }

    public static Whose run(RunId id) {
      return new Whose(Kind.RUN, id.text());
    }

    public static Whose session(String id) {
      return new Whose(Kind.SESSION, id);
    }

    public static Whose agent(String name) {
      return new Whose(Kind.AGENT, name);
    }

    public String text() {
      return id.isEmpty() ? kind.word() : kind.word() + ":" + Excerpt.of(id);
    }
  }

  /// When there is room again.
  public sealed interface Frees {
    /// By itself, after this time.
    record After(Duration time) implements Frees {}

    /// By itself, at this moment.
    record At(Instant moment, Duration time) implements Frees {}

    /// When this happens, which goes on after "when".
    record When(String event) implements Frees {}

    /// Never: this asks for more than is ever allowed.
    record Never() implements Frees {}

    static Frees after(Duration time) {
      return new After(time);
    }

    static Frees at(Instant moment, Instant now) {
      return new At(moment, Duration.between(now, moment));
    }

    static Frees when(String event) {
      return new When(event);
    }

    static Frees never() {
      return new Never();
    }

    default String text() {
      return switch (this) {
        // Up, because who comes a moment too early is refused again.
        case After(var time) ->
            String.format(Locale.ROOT, "in %.3f s", Math.ceil(time.toNanos() / 1e6) / 1000);
        case At(var moment, var _) -> "at " + moment;
        case When(var event) -> "when " + event;
        case Never() -> "never: ask for less";
      };
    }

    /// How long to wait, where that is known.
    default Optional<Duration> in() {
      return switch (this) {
        case After(var time) -> Optional.of(time);
        case At(var _, var time) -> Optional.of(time);
        case When _, Never _ -> Optional.empty();
      };
    }
  }
}
