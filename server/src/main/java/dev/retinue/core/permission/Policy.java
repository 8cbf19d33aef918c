package dev.retinue.core.permission;

import dev.retinue.core.Permissions;
import dev.retinue.core.Permissions.Otherwise;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// All rules that hold for a run: those of the operator, of its agent, and of those for whom it
/// works. What any of them denies is denied, and nobody may do more than those above.
public final class Policy {
  /// For how long somebody is asked where nobody says otherwise.
  public static final Duration USUAL_DEADLINE = Duration.ofMinutes(10);

  private static final String EVERYTHING = "*";

  private final List<Rule> deny;
  private final List<Rule> ask;
  private final List<Rule> allow;
  private final Otherwise otherwise;
  private final Duration deadline;
  private final boolean ruled;

  /// What those above allow who leave nothing else to anybody.
  private final List<List<Rule>> closed;

  /// What those allow who want to be asked for everything else.
  private final List<List<Rule>> wary;

  private final List<String> asksAbove;

  /// @param tools those that the agent was given: whatever it has, it may use
  public Policy(Permissions operator, Permissions agent, List<String> tools) {
    var above = agent.above();
    deny = rules(all(operator, agent, Permissions::deny));
    ask = rules(all(operator, agent, it -> without(it.ask(), EVERYTHING)));
    wary =
        Stream.concat(Stream.of(operator, agent), above.stream())
            .filter(it -> it.ask().contains(EVERYTHING))
            .map(it -> rules(Stream.of(it.allow())))
            .toList();
    asksAbove = above.stream().flatMap(it -> it.ask().stream()).toList();
    closed =
        above.stream()
            .filter(it -> it.otherwise() == Otherwise.DENY)
            .map(it -> rules(Stream.of(it.allow())))
            .toList();
    allow = rules(Stream.of(agent.allow(), operator.allow(), tools));
    otherwise =
        Stream.of(operator, agent)
            .map(Permissions::otherwise)
            .filter(Objects::nonNull)
            // Who is not to be asked by one of them is not asked.
            .max(Otherwise::compareTo)
            .orElse(Otherwise.ASK);
    deadline =
        agent.deadline() != null
            ? agent.deadline()
            : Objects.requireNonNullElse(operator.deadline(), USUAL_DEADLINE);
    ruled =
        operator.hasRules()
            || agent.hasRules()
            || !closed.isEmpty()
            || above.stream().anyMatch(Permissions::hasRules);
  }

  private static Stream<List<String>> all(
      Permissions operator, Permissions agent, Function<Permissions, List<String>> kind) {
    return Stream.concat(Stream.of(operator, agent), agent.above().stream()).map(kind);
  }

  private static List<String> without(List<String> rules, String one) {
    return rules.stream().filter(it -> !it.equals(one)).toList();
  }

  private static List<Rule> rules(Stream<List<String>> written) {
    return written.flatMap(List::stream).distinct().map(Rule::of).toList();
  }

  /// Refuses a rule that is none, with a sentence.
  public static void require(String rule) {
    var _ = Rule.of(rule);
  }

  /// Whether anybody wrote a rule; tools that were given are none.
  public boolean isRuled() {
    return ruled;
  }

  /// A rule that denies something whatever happens, or that those above are held to by being asked:
  /// whoever cannot keep it may not begin.
  public Optional<String> absolute() {
    return deny.stream()
        .findFirst()
        .map(Rule::text)
        .or(() -> asksAbove.stream().findFirst())
        .or(() -> closed.isEmpty() ? Optional.empty() : Optional.of("otherwise: deny"));
  }

  public Otherwise otherwise() {
    return otherwise;
  }

  public Duration deadline() {
    return deadline;
  }

  /// What the rules say.
  ///
  /// @param granted whether somebody allowed this before, for as long as the run lasts
  public Decision decide(Deed deed, Predicate<Deed> granted) {
    for (var rule : deny) {
      if (rule.touches(deed)) {
        return new Decision.Deny(rule.text(), "the rule '%s' denies it".formatted(rule.text()));
      }
    }
    if (unless(closed, deed)) {
      return new Decision.Deny(null, "whoever gave it this work may not do it either");
    }
    if (granted.test(deed)) {
      return new Decision.Allow("for this run");
    }
    for (var rule : ask) {
      if (rule.touches(deed)) {
        return new Decision.Ask(rule.text(), "the rule '%s' asks".formatted(rule.text()));
      }
    }
    return unless(wary, deed)
        ? new Decision.Ask(EVERYTHING, "the rule '*' asks for what no rule allows")
        : allowed(deed);
  }

  /// Whether one of those who wrote these does not allow it.
  private static boolean unless(List<List<Rule>> writers, Deed deed) {
    return writers.stream().anyMatch(allowed -> allowed.stream().noneMatch(it -> it.covers(deed)));
  }

  private Decision allowed(Deed deed) {
    for (var rule : allow) {
      if (rule.covers(deed)) {
        return isHidden(deed)
            ? new Decision.Ask(null, "it cannot be read well enough to hold the rules against it")
            : new Decision.Allow(rule.text());
      }
    }
    return new Decision.Unnamed();
  }

  /// Whether what the rules deny, or ask for, may be in a command without being seen.
  private boolean isHidden(Deed deed) {
    return deed.subjects().stream()
            .anyMatch(it -> it instanceof Subject.Command(var line) && !ShellLine.of(line).plain())
        && Stream.concat(deny.stream(), ask.stream())
            .anyMatch(rule -> rule.hasArgument() && rule.concerns(deed));
  }

  /// Whether a rule that somebody gave for the rest of a run allows this.
  public static boolean allows(String rule, Deed deed) {
    return Rule.of(rule).covers(deed);
  }
}
