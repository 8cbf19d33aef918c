package dev.retinue.runtime.group;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.Roster;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A staff with the one on it who carries out plans. Nobody chooses him, so he is not shown.
public record GroupStaff(Roster shown) implements Roster {
  /// He may stand above himself, because those of a group may start groups too.
  public static final Agent MEMBER =
      new Agent(
          GroupPlan.AGENT,
          "Has several agents work at once, on one budget.",
          new Agent.Means(GroupRuntime.NAME, null),
          "",
          List.of(),
          new Agent.Limits(Budget.UNLIMITED, true));

  @Override
  public List<Agent> all() {
    return shown.all();
  }

  @Override
  public Roster in(@Nullable Path folder) {
    return new GroupStaff(shown.in(folder));
  }

  @Override
  public Roster openTo(Caller caller) {
    return new GroupStaff(shown.openTo(caller));
  }

  @Override
  public List<String> troubles() {
    return shown.troubles();
  }

  @Override
  public Agent require(String name) {
    return name.equals(MEMBER.name()) ? MEMBER : shown.require(name);
  }

  @Override
  public Optional<Agent> find(String name) {
    return name.equals(MEMBER.name()) ? Optional.of(MEMBER) : shown.find(name);
  }
}
