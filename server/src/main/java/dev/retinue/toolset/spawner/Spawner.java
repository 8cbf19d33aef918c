package dev.retinue.toolset.spawner;

import dev.retinue.core.staff.Register;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.Tool;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import java.util.List;
import java.util.stream.Stream;

/// The tools of this toolset.
public final class Spawner {
  /// What they are, for those who only show them.
  public static final List<Class<? extends Tool<?, ?>>> TYPES =
      List.of(
          SpawnClaude.class,
          SpawnCodex.class,
          SpawnAgent.class,
          SpawnParallel.class,
          ListRunning.class,
          GetResult.class,
          WaitForAgents.class,
          StopSpawn.class);

  /// How a model should use them.
  public static final String INSTRUCTIONS =
      "To have another agent do a task and get its answer, use spawn_claude, spawn_codex or spawn_agent: they wait and"
          + " return the result. If one returns a spawn_id with status running, the agent goes on: get the answer with"
          + " get_result or wait_for_agents. spawn_parallel has several work at once.";

  private Spawner() {}

  /// All of them.
  ///
  /// @param offers what belongs to them besides
  public static Toolset toolset(
      Spawns spawns, Register register, DefaultAgent defaultAgent, List<Offer> offers) {
    var roll = new Roll(register);
    var groups = new Groups(spawns, register, defaultAgent);
    var tools =
        Stream.of(
                new SpawnClaude(spawns),
                new SpawnCodex(spawns),
                new SpawnAgent(spawns, defaultAgent),
                new SpawnParallel(spawns, groups),
                new ListRunning(spawns, roll),
                new GetResult(spawns),
                new WaitForAgents(spawns, roll),
                new StopSpawn(spawns))
            .map(Refusals::answered)
            .toList();
    return new Toolset(Toolsets.SPAWNER, INSTRUCTIONS, tools, offers);
  }
}
