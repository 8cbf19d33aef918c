package dev.retinue.toolset.fleet;

import dev.retinue.core.Manners;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import java.util.List;
import java.util.stream.Stream;

/// The tools of this toolset.
public final class FleetTools {
  /// What they are, for those who only show them.
  public static final List<Class<? extends Tool<?, ?>>> TYPES =
      List.of(
          ListFleet.class,
          ShowAgent.class,
          ListAgentProjects.class,
          ListAgentRoles.class,
          CreateAgent.class,
          DeleteAgent.class,
          RestartAgent.class,
          StartAgentTask.class,
          CancelAgentTask.class,
          ShowAgentTaskHistory.class,
          ShowAgentLog.class);

  /// How a model should use them.
  public static final String INSTRUCTIONS =
      "Agents of the fleet live in workspaces of their own: create_agent makes one for a project of"
          + " list_agent_projects, show_agent says how it is, start_agent_task gives an idle one a task,"
          + " show_agent_log has its answer, and delete_agent removes it with its workspace.";

  private static final String LIST = "list_agents";

  private FleetTools() {}

  /// All of them.
  public static Toolset toolset(Fleets fleets, Manners manners) {
    return new Toolset(
        Toolsets.FLEET,
        INSTRUCTIONS,
        Stream.of(
                new ListFleet(fleets),
                new ShowAgent(fleets),
                new ListAgentProjects(fleets),
                new ListAgentRoles(fleets),
                new CreateAgent(fleets),
                new DeleteAgent(fleets),
                new RestartAgent(fleets),
                new StartAgentTask(fleets, manners),
                new CancelAgentTask(fleets),
                new ShowAgentTaskHistory(fleets),
                new ShowAgentLog(fleets))
            .map(Refusals::answered)
            .toList());
  }

  /// The same toolsets, with one list of agents in the place of several.
  public static List<Toolset> together(List<Toolset> toolsets, ListAllAgents list) {
    var entry = Refusals.answered(list);
    return toolsets.stream()
        .map(
            it ->
                new Toolset(
                    it.name(),
                    it.instructions(),
                    it.tools().stream().flatMap(tool -> kept(it, tool, entry)).toList(),
                    it.offers()))
        .toList();
  }

  private static Stream<ToolEntry> kept(Toolset toolset, ToolEntry tool, ToolEntry list) {
    if (!tool.info().name().equals(LIST)) {
      return Stream.of(tool);
    }
    return toolset.name().equals(Toolsets.FLEET) ? Stream.empty() : Stream.of(list);
  }
}
