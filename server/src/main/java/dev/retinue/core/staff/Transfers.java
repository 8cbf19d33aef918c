package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.craft.Team.Mate;
import dev.retinue.core.port.Roster;
import dev.retinue.core.port.RunStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// To whom a conversation can be given: to those of the file that it began with, and to whoever
/// works with them.
final class Transfers {
  private Transfers() {}

  static Agent require(StaffMembers members, Caller caller, Session session, String target) {
    var roster = members.of(caller, session.terms().workingDirectory());
    var possible = possible(roster, session);
    var wanted = target.strip();
    var found = possible.get(wanted);
    if (found != null) {
      return found;
    }
    if (possible.isEmpty()) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "The agent '%s' of session '%s' is not on the staff any more, and nobody else can have it; bring its file back, or fork the session."
              .formatted(session.agent(), session.id()));
    }
    var meant =
        Nearest.to(wanted, List.copyOf(possible.keySet()))
            .map(" Did you mean '%s'?"::formatted)
            .orElse("");
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "Session '%s' cannot be given to '%s'. Those who can have it are: %s.%s"
            .formatted(
                session.id(), Excerpt.of(target), String.join(", ", possible.keySet()), meant));
  }

  /// All who can have it and do not.
  static List<String> names(StaffMembers members, Caller caller, Session session) {
    var roster = members.of(caller, session.terms().workingDirectory());
    return possible(roster, session).values().stream()
        .map(Agent::name)
        .filter(it -> !it.equals(session.agent()))
        .distinct()
        .toList();
  }

  /// By every name that they go by, in the staff and in their file.
  private static Map<String, Agent> possible(Roster roster, Session session) {
    var possible = new LinkedHashMap<String, Agent>();
    for (var name : Stream.of(session.terms().entry(), session.agent()).toList()) {
      if (name != null) {
        roster.find(name).ifPresent(it -> add(possible, roster, it));
      }
    }
    return possible;
  }

  private static void add(Map<String, Agent> possible, Roster roster, Agent agent) {
    var file = agent.craft().origin().file();
    possible.putIfAbsent(agent.name(), agent);
    if (!file.isEmpty()) {
      roster.all().stream()
          .filter(it -> it.craft().origin().file().equals(file))
          .forEach(it -> possible.putIfAbsent(it.name(), it));
    }
    for (var one : List.copyOf(possible.values())) {
      var team = one.craft().team();
      Stream.concat(team.members().stream(), team.successors().stream())
          .forEach(mate -> mate(possible, roster, mate));
    }
  }

  private static void mate(Map<String, Agent> possible, Roster roster, Mate mate) {
    roster
        .find(mate.agent())
        .ifPresent(
            it -> {
              possible.putIfAbsent(it.name(), it);
              possible.putIfAbsent(mate.name(), it);
            });
  }

  /// What a fork takes over.
  ///
  /// @param last null where nothing was said
  /// @param turns how many messages that are, with this one
  record Taken(@Nullable Run last, int turns) {}

  /// The turn up to which a conversation is taken over, if anything was said.
  ///
  /// @param upTo the one that is wanted; null for the newest that is over
  static Taken taken(RunStore store, Session origin, @Nullable RunId upTo) {
    int turns = origin.past().messages() - origin.queue().size();
    var runs = new SpokenTurns(store, origin.id(), null).runs().iterator();
    for (; runs.hasNext(); turns--) {
      var run = runs.next();
      if (upTo == null ? run.ended() : run.id().equals(upTo)) {
        if (!run.ended()) {
          throw new RetinueException(
              ErrorCode.CONFLICT,
              "Run '%s' is still at work; fork session '%s' when it has ended."
                  .formatted(upTo, origin.id()));
        }
        return new Taken(run, Math.max(1, turns));
      }
    }
    if (upTo != null) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no run '%s' in session '%s'.".formatted(upTo, origin.id()));
    }
    return new Taken(null, 0);
  }
}
