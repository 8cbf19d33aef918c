package dev.retinue.toolset.sessions;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Team;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tool `list_agents`: who can be talked to.
@Tool.Spec(
    name = "list_agents",
    title = "List agents",
    description =
        "Lists the agents that can be asked. Pass an agent_ref back as it is: to create_session, invoke_agent or"
            + " spawn_agent.",
    readOnly = true,
    openWorld = false)
public final class ListAgents implements Tool<ListAgents.Input, ListAgents.Output> {
  private static final String DEFINITION = "definition";
  private static final int LONGEST = 300;

  /// What it takes.
  public record Input(
      @Description("Only those whose files are in this folder, or below it.") @Limits(minLength = 1)
          @Nullable String directory,
      @Description("Only those of this kind: definition.") @Limits(minLength = 1)
          @Nullable String kind,
      @Description("How many are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset) {}

  /// What it answers.
  public record Output(
      List<Row> agents,
      @Description("How many there are in all.") int totalCount,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page,
      @Description("Why there are none, if there are none.") @Nullable String reason) {}

  /// One of them.
  public record Row(
      @Description("What to pass back.") String agentRef,
      String friendlyName,
      @Description("Where it is written: file, or configuration.") String source,
      String description,
      @Description("What it is: definition.") String kind,
      @Nullable String model,
      @Description("Whom it works with.") @Nullable List<String> team) {}

  private final Staff staff;
  private final AgentPaths paths;

  public ListAgents(Staff staff, AgentPaths paths) {
    this.staff = staff;
    this.paths = paths;
  }

  @Override
  public Output call(Input input, Call call) {
    if (input.kind != null && !input.kind.equals(DEFINITION)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "There are no agents of the kind '%s', only '%s'."
              .formatted(Excerpt.of(input.kind), DEFINITION));
    }
    var all = rows(Principal.of(call), input.directory);
    int offset = Math.min(input.offset, all.size());
    var shown = Reading.fitting(all.subList(offset, all.size()));
    return new Output(
        shown,
        all.size(),
        Reading.Page.of(all.size(), offset, shown.size()),
        all.isEmpty() ? reason(input.directory) : null);
  }

  /// All that a caller can ask.
  ///
  /// @param directory only those whose files are there; null for all
  public List<Row> rows(Caller caller, @Nullable String directory) {
    return agents(caller, directory).stream().map(ListAgents::row).toList();
  }

  private static String reason(@Nullable String directory) {
    return directory == null
        ? "Nobody is on the staff. The operator puts agents into the configuration, or files of agents into a folder that they are read from: 'retinue agents add <file>'."
        : "No file in '%s' is one that agents are read from. Without 'directory' all agents are listed; 'retinue agents add <file>' puts one among them."
            .formatted(Excerpt.of(directory, LONGEST));
  }

  private List<Agent> agents(Caller caller, @Nullable String directory) {
    if (directory == null) {
      return staff.members().of(caller).all();
    }
    var folder = paths.parse(directory);
    return folder
        .map(
            it ->
                staff.members().of(caller, it.toString()).all().stream()
                    .filter(agent -> paths.isInside(it, agent.craft().origin().file()))
                    .toList())
        .orElse(List.of());
  }

  private static Row row(Agent agent) {
    return new Row(
        agent.name(),
        agent.name(),
        agent.isGeneral() ? "configuration" : "file",
        Excerpt.of(agent.description(), LONGEST),
        DEFINITION,
        agent.means().model(),
        team(agent.craft().team()));
  }

  private static @Nullable List<String> team(Team team) {
    var names =
        Stream.concat(team.members().stream(), team.successors().stream())
            .map(Team.Mate::agent)
            .distinct()
            .toList();
    return names.isEmpty() ? null : names;
  }
}
