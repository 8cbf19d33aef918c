package dev.retinue.runtime.llm.team;

import dev.retinue.core.Permissions;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.llm.tool.Permits;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// What an agent that has a team can do with it, as a box of tools.
public final class Teams implements Toolbox {
  private final Permissions house;
  private final InstantSource clock;

  /// @param house the operator's rules about tools
  public Teams(Permissions house, InstantSource clock) {
    this.house = house;
    this.clock = clock;
  }

  @Override
  public Lent lend(Work work) {
    var tools = tools(work);
    if (tools.isEmpty()) {
      return List::of;
    }
    var permits = Permits.of(work, house, clock);
    var guarded = tools.stream().map(it -> permits.guard(it, List.of(it.spec().name()))).toList();
    return () -> guarded;
  }

  private List<Tool> tools(Work work) {
    var craft = work.agent().craft();
    var tools = new ArrayList<Tool>();
    if (!craft.team().members().isEmpty()) {
      tools.add(new TransferTask(work));
      if (craft.kits().stream().anyMatch(it -> it.kind() == Kit.Kind.BACKGROUND_AGENTS)) {
        tools.addAll(BackgroundAgents.of(work, clock));
      }
    }
    if (!craft.team().successors().isEmpty()) {
      tools.add(new Handoff(work));
    }
    return tools;
  }
}
