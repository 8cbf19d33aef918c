package dev.retinue.runtime.coder.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.Station;
import dev.retinue.core.permission.Policy;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.coder.CoderFleet;
import dev.retinue.runtime.coder.FleetRules.Pace;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runtime `coder`: runs are carried out by agents in workspaces of Coder. What they have there
/// is theirs: tools, files, model.
public final class CoderRuntime implements AgentRuntime {
  public static final String NAME = "coder";

  private final Map<String, CoderFleet> fleets;
  private final String usual;
  private final House house;

  /// What holds for every run.
  ///
  /// @param permissions the operator's rules
  /// @param patience how long a question waits for its answer
  public record House(Permissions permissions, Duration patience, Pace pace, InstantSource clock) {}

  /// @param fleets the deployments, by name
  /// @param usual the one that is meant where none is named
  public CoderRuntime(Map<String, CoderFleet> fleets, String usual, House house) {
    this.fleets = new LinkedHashMap<>(fleets);
    this.usual = usual;
    this.house = house;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void carryOut(Work work) throws InterruptedException {
    var agent = work.agent();
    var unkept =
        new Policy(house.permissions(), agent.conduct().permissions(), agent.tools()).absolute();
    if (unkept.isPresent()) {
      work.fail(FailureReason.REFUSED, unable(agent, unkept.get()));
      return;
    }
    CoderFleet fleet;
    try {
      fleet = fleet(station(agent).deployment());
    } catch (RetinueException e) {
      work.fail(FailureReason.REFUSED, e.getMessage());
      return;
    }
    new Engagement(work, fleet.contacts(), station(agent), house).carryOut();
  }

  private static String unable(Agent agent, String rule) {
    return "The rule '%s' denies something whatever happens, and agent '%s' in its workspace cannot be held to it. Let an agent of the runtime claude do this, or take the rule out."
        .formatted(rule, agent.name());
  }

  private CoderFleet fleet(@Nullable String deployment) {
    var name = deployment == null ? usual : deployment;
    var fleet = fleets.get(name);
    if (fleet == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          fleets.isEmpty()
              ? "There is no deployment of Coder here; set CODER_URL for the daemon, or name one in 'fleet'."
              : "There is no deployment '%s', only %s."
                  .formatted(Excerpt.of(name), String.join(", ", fleets.keySet())));
    }
    return fleet;
  }

  /// Whose definition says nothing of it is called as it is.
  private static Station station(Agent agent) {
    var station = agent.means().station();
    return station == null ? Station.of(null, agent.name()) : station;
  }

  /// Whatever was said is in the workspace, and what is not there was not said.
  @Override
  public boolean canResume(Run run) {
    return true;
  }

  /// Sees to it that nothing is left at work, or there, for runs that a process ended which is
  /// gone. That takes its time, and nobody waits for it.
  public void reap(List<Run> left) {
    for (var run : left) {
      var fleet = fleets.get(run.facts().getOrDefault(Engagement.DEPLOYMENT, ""));
      if (run.ended() && fleet != null) {
        Thread.ofVirtual().name("reap-" + run.id()).start(() -> reap(run, fleet));
      }
    }
  }

  private void reap(Run run, CoderFleet fleet) {
    try {
      new Departure(fleet.contacts(), house.pace()).finish(run);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The conversation is in the workspace, unless that went with its run.
  @Override
  public Optional<Map<String, String>> inheritance(Run former, Agent agent) {
    return station(agent).isMade() ? Optional.empty() : Engagement.place(former);
  }

  @Override
  public void requireModel(String model, Agent agent) {
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "Agent '%s' works in a workspace of Coder, which says what it thinks with; leave the model out."
            .formatted(agent.name()));
  }

  @Override
  public boolean ready() {
    return !fleets.isEmpty();
  }

  @Override
  public boolean ready(Agent agent, Map<String, String> keys) {
    var deployment = station(agent).deployment();
    return fleets.containsKey(deployment == null ? usual : deployment);
  }
}
