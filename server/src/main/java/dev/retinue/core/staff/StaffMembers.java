package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Grants;
import dev.retinue.core.port.Lack;
import dev.retinue.core.port.Roster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Who is there for a caller: the staff, and whoever comes with the project in which he works.
public final class StaffMembers {
  private final GrantedStaff roster;
  private final Placement placement;
  private final Function<String, Optional<AgentRuntime>> runtimes;

  StaffMembers(
      GrantedStaff roster, Placement placement, Function<String, Optional<AgentRuntime>> runtimes) {
    this.roster = roster;
    this.placement = placement;
    this.runtimes = runtimes;
  }

  /// What callers may use.
  public Grants grants() {
    return roster.grants();
  }

  /// Which of these tools the agent does not have, and so would not get.
  public List<String> refused(List<String> tools, Agent agent) {
    return Narrowed.refused(tools, agent);
  }

  /// All of them.
  public Roster of(Caller caller) {
    return of(caller, null);
  }

  /// All of them, for work in this folder.
  ///
  /// @param directory null for where he works anyway
  public Roster of(Caller caller, @Nullable String directory) {
    return roster.openTo(caller).in(folder(caller, directory).orElse(null));
  }

  /// The one by that name, for work in this folder.
  ///
  /// @param directory null for where he works anyway
  public Agent require(Caller caller, String name, @Nullable String directory) {
    // Most are on the staff, and nobody needs to look anywhere else for them.
    return roster.openTo(caller).find(name).orElseGet(() -> of(caller, directory).require(name));
  }

  /// Those with whom a run at work has to do, in the folder in which it works.
  Roster around(Run run) {
    var folder = run.commission().terms().workingDirectory();
    var all = roster.in(folder == null ? null : Path.of(folder));
    return roster.grantedTo(run.commission().caller(), all);
  }

  Agent require(Caller caller, StartRequest request, @Nullable Run former) {
    // Most are on the staff, and nobody needs to look anywhere else for them.
    var agent =
        roster
            .openTo(caller)
            .find(request.agent())
            .orElseGet(() -> here(caller, request, former).require(request.agent()));
    requireReady(caller, request, former, agent);
    return agent;
  }

  private Roster here(Caller caller, StartRequest request, @Nullable Run former) {
    var agreed = caller.run() == null ? placement.agreed(caller, request) : null;
    return agreed == null
        ? of(caller, place(request, former))
        : roster.openTo(caller).in(Path.of(agreed));
  }

  /// Refuses one that lacks something to begin. Below a run this has been seen to when that began.
  private void requireReady(
      Caller caller, StartRequest request, @Nullable Run former, Agent agent) {
    if (caller.run() == null && !agent.isGeneral()) {
      new Readiness(here(caller, request, former), this::lacks)
          .require(agent, caller.workplace().keys());
    }
  }

  /// What it and all with whom it works lack to begin for this caller, in words.
  public Optional<String> lacks(Caller caller, Agent agent) {
    var lacks = new Readiness(of(caller), this::lacks).lacks(agent, caller.workplace().keys());
    return lacks.isEmpty() ? Optional.empty() : Optional.of(Readiness.words(lacks));
  }

  private List<Lack> lacks(Agent agent, Map<String, String> keys) {
    return runtimes
        .apply(agent.means().runtime())
        .map(it -> it.lacks(agent, keys))
        .orElse(List.of());
  }

  private static @Nullable String place(StartRequest request, @Nullable Run former) {
    var asked = request.terms().workingDirectory();
    return asked != null || former == null ? asked : former.commission().terms().workingDirectory();
  }

  /// Where it cannot be, there is nobody; the refusal of the place comes later.
  private Optional<Path> folder(Caller caller, @Nullable String directory) {
    try {
      return placement.find(caller, directory);
    } catch (RetinueException e) {
      return Optional.empty();
    }
  }
}
