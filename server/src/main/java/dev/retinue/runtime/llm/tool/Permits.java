package dev.retinue.runtime.llm.tool;

import dev.retinue.core.Agent;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Isolated;
import dev.retinue.core.Need;
import dev.retinue.core.Permissions;
import dev.retinue.core.Permissions.Otherwise;
import dev.retinue.core.RunEvent;
import dev.retinue.core.permission.Decision;
import dev.retinue.core.permission.Deed;
import dev.retinue.core.permission.Leave;
import dev.retinue.core.permission.Policy;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.relay.Deeds;
import dev.retinue.runtime.cli.relay.PastLeaves;
import dev.retinue.runtime.standby.AnswerDeadline;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the rules of operator and agent say of the tools of one run. Whatever a run was given it
/// may use, unless a rule denies it, or wants somebody to be asked.
public final class Permits {
  private static final String OPTIONS =
      "{\"type\":\"string\",\"enum\":[\"allow\",\"always\",\"deny\"]}";

  private final Work work;
  private final Policy policy;
  private final Deeds deeds;
  private final PastLeaves past;
  private final InstantSource clock;

  /// Why what no rule names is asked for; null if it is not.
  private final @Nullable String wary;

  private Permits(Work work, Policy policy, Deeds deeds, InstantSource clock) {
    this.work = work;
    this.wary = wary(work.agent());
    this.policy = policy;
    this.deeds = deeds;
    this.past = new PastLeaves(work);
    this.clock = clock;
  }

  /// A file that the operator does not answer for was given nothing by him.
  private static @Nullable String wary(Agent agent) {
    if (!agent.craft().origin().trusted()) {
      return "the file of this agent is not the operator's";
    }
    var above = agent.conduct().permissions().above();
    return above.stream().anyMatch(it -> it.otherwise() == Otherwise.ASK)
        ? "it works for an agent whose file is not the operator's"
        : null;
  }

  /// Those of a run.
  ///
  /// @param house the operator's rules
  public static Permits of(Work work, Permissions house, InstantSource clock) {
    var directory = Isolated.workplace(work.now()).orElseGet(() -> Path.of("/"));
    return of(work, house, directory, clock);
  }

  /// The same for one that works elsewhere than its caller said.
  public static Permits of(Work work, Permissions house, Path directory, InstantSource clock) {
    var own = work.agent().conduct().permissions();
    return new Permits(work, new Policy(house, own, List.of()), Deeds.in(directory), clock);
  }

  /// How long one call may take at most; nothing where nobody has said so.
  Optional<Duration> toolTime() {
    return work.toolTime();
  }

  /// Whether no rule stands between a tool and a file. What somebody would have to be asked for
  /// does not: this never waits.
  ///
  /// @param names those by which rules know the tool
  public boolean isFree(List<String> names, Path file) {
    return !policy.isRuled()
        || switch (policy.decide(deeds.on(names, file), past::allows)) {
          case Decision.Allow _, Decision.Unnamed _ -> true;
          case Decision.Deny _, Decision.Ask _ -> false;
        };
  }

  /// The same tool under the rules.
  ///
  /// @param names those by which rules know it
  public Tool guard(Tool tool, List<String> names) {
    return new Permitted(tool, names, this);
  }

  /// Why it may not be done, if it may not. Waits where somebody is to be asked.
  ///
  /// @param harmless whether it changes nothing, and speaks with nobody
  Optional<String> refusal(List<String> names, String input, boolean harmless)
      throws InterruptedException {
    var deed = deeds.of(names, input);
    return switch (policy.decide(deed, past::allows)) {
      case Decision.Allow _ -> Optional.empty();
      case Decision.Unnamed _ -> wary == null || harmless ? Optional.empty() : ask(deed, wary);
      case Decision.Deny(var _, var why) -> {
        note(deed, why);
        yield Optional.of("It is not allowed: %s.".formatted(why));
      }
      case Decision.Ask(var _, var why) -> ask(deed, why);
    };
  }

  private void note(Deed deed, String why) {
    work.tell(
        new RunEvent.Noted(now(), "It may not do this (%s): %s".formatted(why, deed.shown())));
  }

  private Optional<String> ask(Deed deed, String why) throws InterruptedException {
    var need =
        new Need(
            past.need(deed),
            Need.Kind.PERMISSION,
            "%s (%s)".formatted(deed.shown(), Excerpt.of(why, 200)),
            OPTIONS);
    try (var _ = deadline(need)) {
      return hear(deed, Leave.require(work.ask(need)));
    }
  }

  private AnswerDeadline deadline(Need need) {
    var time = policy.deadline();
    var nobody = "deny: nobody answered within " + AnswerDeadline.words(time);
    return AnswerDeadline.begin(work, need.id(), time, nobody, clock);
  }

  private Optional<String> hear(Deed deed, Leave leave) {
    return switch (leave) {
      case Leave.Once _ -> Optional.empty();
      case Leave.Always(var rule) -> {
        // Kept before it is used, so that a restart does not ask again.
        var kept = rule == null ? past.allow(deed) : past.allow(rule);
        if (!kept.isEmpty()) {
          work.tell(new RunEvent.Learned(now(), kept));
        }
        yield Optional.empty();
      }
      case Leave.Refused(var why) ->
          Optional.of(why.isBlank() ? "It was denied." : "It was denied: " + why.strip());
    };
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
