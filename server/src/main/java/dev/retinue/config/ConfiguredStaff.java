package dev.retinue.config;

import dev.retinue.core.Agent;
import dev.retinue.core.port.Roster;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The members of the staff that the configuration names, in its order.
public final class ConfiguredStaff implements Roster {
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final List<Agent> all;

  ConfiguredStaff(List<Agent> agents) {
    all = List.copyOf(agents);
    all.forEach(agent -> this.agents.put(agent.name(), agent));
  }

  @Override
  public List<Agent> all() {
    return all;
  }

  @Override
  public Optional<Agent> find(String name) {
    return Optional.ofNullable(agents.get(name));
  }
}
