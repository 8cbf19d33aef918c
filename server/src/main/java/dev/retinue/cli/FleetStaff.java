package dev.retinue.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Station;
import dev.retinue.core.port.Roster;
import dev.retinue.runtime.coder.repository.AgentWorkspaces;
import dev.retinue.runtime.coder.staff.CoderRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A staff with all agents of the fleet on it, for its owner: `fleet.amy` is the agent `amy`, and
/// `fleet-lab.amy` the one of the deployment `lab`; both can be written as paths. Nobody is asked
/// whether there is such an agent before it is to work, so they are not shown here.
///
/// @param open whether they are there for whoever looks
record FleetStaff(Roster others, Set<String> deployments, boolean open) implements Roster {
  private static final String FLEET = "fleet";
  private static final String OF = FLEET + "-";
  private static final int LONGEST_NAME = 32;

  static FleetStaff over(Roster others, Set<String> deployments) {
    return new FleetStaff(others, deployments, false);
  }

  @Override
  public Roster openTo(Caller caller) {
    // What a run begins must be below it, unless the owner has put it on the staff.
    boolean owner = caller.may(Caller.Scope.ADMIN) && caller.run() == null;
    return new FleetStaff(others.openTo(caller), deployments, owner);
  }

  @Override
  public List<Agent> all() {
    return others.all();
  }

  @Override
  public Optional<Agent> find(String name) {
    var found = others.find(name);
    return found.isEmpty() && open && name.startsWith(FLEET)
        ? inFleet(plain(name.toLowerCase(Locale.ROOT)))
        : found;
  }

  /// As a path they mean the same: `fleet/amy`, `fleet/lab/amy`.
  private static String plain(String name) {
    var path = name.split("/", -1);
    return switch (path.length) {
      case 2 -> path[0] + "." + path[1];
      case 3 -> path[0] + "-" + path[1] + "." + path[2];
      default -> name;
    };
  }

  private Optional<Agent> inFleet(String name) {
    int point = name.indexOf('.');
    if (point < 0 || !Agent.isName(name)) {
      return Optional.empty();
    }
    var place = name.substring(0, point);
    var deployment = place.startsWith(OF) ? place.substring(OF.length()) : null;
    var agent = name.substring(point + 1);
    boolean known = deployment == null ? place.equals(FLEET) : deployments.contains(deployment);
    return known && AgentWorkspaces.isName(agent, LONGEST_NAME)
        ? Optional.of(member(name, deployment, agent))
        : Optional.empty();
  }

  private static Agent member(String name, @Nullable String deployment, String agent) {
    return new Agent(
        name,
        "The agent '%s' of the fleet, in its workspace.".formatted(agent),
        new Agent.Means(CoderRuntime.NAME, null, null, null, Station.of(deployment, agent)),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  @Override
  public Agent require(String name) {
    return find(name).orElseGet(() -> others.require(name));
  }

  @Override
  public Roster in(@Nullable Path folder) {
    return new FleetStaff(others.in(folder), deployments, open);
  }

  @Override
  public List<String> troubles() {
    return others.troubles();
  }
}
