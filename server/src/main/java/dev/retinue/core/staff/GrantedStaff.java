package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Grant;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.Grants;
import dev.retinue.core.port.Roster;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A staff of which each caller has those whom he is granted. For everybody else it is as if the
/// others were not there.
record GrantedStaff(Roster others, Grants grants) implements Roster {
  @Override
  public List<Agent> all() {
    return others.all();
  }

  @Override
  public Optional<Agent> find(String name) {
    return others.find(name);
  }

  @Override
  public Agent require(String name) {
    return others.require(name);
  }

  @Override
  public Roster in(@Nullable Path folder) {
    return new GrantedStaff(others.in(folder), grants);
  }

  @Override
  public Roster openTo(Caller caller) {
    return grantedTo(caller.id(), others.openTo(caller));
  }

  /// Those of a staff who are there for this caller, and for the runs that act for him.
  Roster grantedTo(String caller, Roster all) {
    var grant = grants.of(caller);
    return grant.agents().isEmpty() ? all : new Some(all, grant);
  }

  @Override
  public List<String> troubles() {
    return others.troubles();
  }

  private record Some(Roster others, Grant grant) implements Roster {
    @Override
    public List<Agent> all() {
      return others.all().stream().filter(it -> grant.mayUseAgent(it.name())).toList();
    }

    /// Who carries out plans is chosen by nobody, and those of a plan are looked for themselves.
    @Override
    public Optional<Agent> find(String name) {
      return name.equals(GroupPlan.AGENT) || grant.mayUseAgent(name)
          ? others.find(name)
          : Optional.empty();
    }

    @Override
    public Roster in(@Nullable Path folder) {
      return new Some(others.in(folder), grant);
    }

    @Override
    public Roster openTo(Caller caller) {
      return new Some(others.openTo(caller), grant);
    }

    @Override
    public List<String> troubles() {
      return others.troubles();
    }
  }
}
