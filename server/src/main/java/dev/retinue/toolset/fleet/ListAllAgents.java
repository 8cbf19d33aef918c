package dev.retinue.toolset.fleet;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import dev.retinue.toolset.sessions.ListAgents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_agents` where both are served: who can be talked to here, and who is in the
/// fleet.
@Tool.Spec(
    name = "list_agents",
    title = "List agents",
    description =
        "Lists the agents that there are. Those of kind definition can be asked: pass an agent_ref back as it is to"
            + " create_session, invoke_agent or spawn_agent. Those of kind fleet live in workspaces: pass a name back to"
            + " show_agent or start_agent_task.",
    readOnly = true)
public final class ListAllAgents implements Tool<ListAllAgents.Input, ListAllAgents.Output> {
  private static final String DEFINITION = "definition";
  private static final String FLEET = "fleet";

  /// What it takes.
  public record Input(
      @Description("Only definitions whose files are in this folder, or below it.")
          @Limits(minLength = 1)
          @Nullable String directory,
      @Description("Only those of the fleet that are so: idle, busy, offline and the like.")
          @Nullable String statusFilter,
      @Description("Only those of the fleet of this project.") @Nullable String projectFilter,
      @Description("Only those of this kind: definition or fleet.") @Limits(minLength = 1)
          @Nullable String kind,
      @Description("How many are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      List<Row> agents,
      @Description("How many there are in all.") int totalCount,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page,
      @Description("Why some are missing, if some are.") @Nullable String reason) {}

  /// One of them: a definition has the first of these, one of the fleet the others.
  public record Row(
      @Description("definition or fleet.") String kind,
      @Description("What to pass back.") @Nullable String agentRef,
      @Nullable String friendlyName,
      @Description("Where it is written: file, or configuration.") @Nullable String source,
      @Nullable String description,
      @Nullable String model,
      @Description("Whom it works with.") @Nullable List<String> team,
      @Nullable String name,
      @Nullable String workspaceId,
      @Nullable String status,
      @Nullable String role,
      @Nullable String project,
      @Nullable String lastTask,
      @Nullable Instant createdAt,
      @Nullable Instant updatedAt) {

    static Row of(ListAgents.Row it) {
      return new Row(
          DEFINITION,
          it.agentRef(),
          it.friendlyName(),
          it.source(),
          it.description(),
          it.model(),
          it.team(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }

    static Row of(AgentView it) {
      return new Row(
          FLEET,
          null,
          null,
          null,
          null,
          null,
          null,
          it.name(),
          it.workspaceId(),
          it.status(),
          it.role(),
          it.project(),
          it.lastTask(),
          it.createdAt(),
          it.updatedAt());
    }
  }

  private final ListAgents definitions;
  private final Fleets fleets;

  public ListAllAgents(ListAgents definitions, Fleets fleets) {
    this.definitions = definitions;
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    boolean filtered =
        ListFleet.blankToNull(input.statusFilter) != null
            || ListFleet.blankToNull(input.projectFilter) != null;
    refuseWrong(input, filtered);
    boolean fleetOnly = filtered || FLEET.equals(input.kind) || input.deployment != null;
    boolean definitionsOnly = input.directory != null || DEFINITION.equals(input.kind);
    var caller = Principal.of(call);
    var all = new ArrayList<Row>();
    if (!fleetOnly) {
      definitions.rows(caller, input.directory).forEach(it -> all.add(Row.of(it)));
    }
    String reason = null;
    if (fleetOnly || (!definitionsOnly && Fleets.isFor(caller))) {
      try {
        fleet(input, call).forEach(it -> all.add(Row.of(it)));
      } catch (RetinueException e) {
        if (fleetOnly) {
          throw e;
        }
        // Those who are here can be asked, whatever is wrong elsewhere.
        reason = "The fleet is not in this list: " + e.getMessage();
      }
    }
    int offset = Math.min(input.offset, all.size());
    var shown = Reading.fitting(all.subList(offset, all.size()));
    return new Output(shown, all.size(), Reading.Page.of(all.size(), offset, shown.size()), reason);
  }

  private List<AgentView> fleet(Input input, Call call) throws InterruptedException {
    return ListFleet.rows(
        fleets
            .seenBy(call, input.deployment)
            .agents(
                ListFleet.status(input.statusFilter), ListFleet.blankToNull(input.projectFilter)));
  }

  private static void refuseWrong(Input input, boolean filtered) {
    var kind = input.kind;
    if (kind != null && !kind.equals(DEFINITION) && !kind.equals(FLEET)) {
      throw refused(
          "There are no agents of the kind '%s', only 'definition' and 'fleet'."
              .formatted(Excerpt.of(kind)));
    }
    if (filtered && (input.directory != null || DEFINITION.equals(kind))) {
      throw refused(
          "'status_filter' and 'project_filter' are for agents of the fleet, 'directory' and the kind 'definition' for others; ask for one of them.");
    }
    if (FLEET.equals(kind) && input.directory != null) {
      throw refused(
          "'directory' is for definitions, and not for agents of the fleet; leave it out.");
    }
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
