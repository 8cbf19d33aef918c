package dev.retinue.runtime.llm;

import dev.retinue.core.Excerpt;
import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Thought.Fallback;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The models of one agent, in the order in which they are asked: its own, and those that stand in
/// for it. Every change from one to another is told.
final class Lineup {
  private static final int LONGEST_REASON = 300;
  private static final int MOST_RETRIES = 10;

  private final List<Candidate> candidates;
  private final Fallback fallback;
  private final Rests rests;
  private final Times times;
  private final Consumer<RunEvent> changed;
  private Candidate current;

  /// One of them.
  ///
  /// @param context how many tokens it reads at once
  /// @param lender whose keys it is asked with, for those who share its rests
  record Candidate(Models.Chosen chosen, Costs costs, long context, String lender) {
    String name() {
      return chosen.name();
    }

    private String key() {
      return lender + " " + name();
    }
  }

  /// @param last which of them was asked last, perhaps by a process that is gone; null for the
  ///   first
  /// @param changed hears of every change, before the other one is asked
  Lineup(
      List<Candidate> candidates,
      Fallback fallback,
      Rests rests,
      Times times,
      @Nullable String last,
      Consumer<RunEvent> changed) {
    this.candidates = List.copyOf(candidates);
    this.fallback = fallback;
    this.rests = rests;
    this.times = times;
    this.changed = changed;
    this.current =
        candidates.stream()
            .filter(it -> it.name().equals(last))
            .findFirst()
            .orElse(candidates.getFirst());
  }

  /// The one that is asked now.
  Candidate current() {
    return current;
  }

  boolean isAlone() {
    return candidates.size() == 1;
  }

  /// How often one of several is asked before the next one is.
  int mostTries() {
    return Math.clamp(fallback.retries(), 0, MOST_RETRIES) + 1;
  }

  /// The first that is not left alone; where all are, the one that will be back first.
  void begin() {
    var first =
        candidates.stream()
            .filter(it -> !rests.rests(it.key()))
            .findFirst()
            .or(() -> candidates.stream().min(Comparator.comparing(it -> rests.end(it.key()))))
            .orElseThrow();
    boolean earlier = candidates.indexOf(first) < candidates.indexOf(current);
    take(first, earlier ? "It is its turn again." : "It is left alone for a while.");
  }

  /// Goes on to the next one, if there is one and it may know better.
  boolean goOn(ModelException trouble) {
    if (trouble.kind() == Kind.RATE_LIMIT || trouble.kind() == Kind.QUOTA) {
      rests.begin(current.key(), fallback.cooldown());
    }
    var next = isOfThisModel(trouble.kind()) ? next() : Optional.<Candidate>empty();
    next.ifPresent(it -> take(it, String.valueOf(trouble.getMessage())));
    return next.isPresent();
  }

  private Optional<Candidate> next() {
    return candidates.stream()
        .skip(candidates.indexOf(current) + 1L)
        .filter(it -> !rests.rests(it.key()))
        .findFirst();
  }

  /// Whether another model may do better with the same question.
  private static boolean isOfThisModel(Kind kind) {
    return switch (kind) {
      case AUTH, QUOTA, RATE_LIMIT, OVERLOADED, UNKNOWN, BROKEN, TIMEOUT, UNREACHABLE -> true;
      case CONTEXT, NO_TOOLS, INVALID -> false;
    };
  }

  private void take(Candidate next, String why) {
    if (!next.name().equals(current.name())) {
      var from = current.name();
      current = next;
      changed.accept(
          new RunEvent.ModelFallback(
              times.now(), from, next.name(), Excerpt.of(why, LONGEST_REASON)));
    }
  }
}
