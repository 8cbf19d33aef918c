package dev.retinue.toolset.fleet;

import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.reading.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_agents` where only the fleet is served: who is in it.
@Tool.Spec(
    name = "list_agents",
    title = "List agents",
    description =
        "Lists the agents of the fleet: how each is, its project, its role, its last task.",
    readOnly = true)
public final class ListFleet implements Tool<ListFleet.Input, ListFleet.Output> {
  /// What it takes.
  public record Input(
      @Description(
              "Only those that are so: pending, starting, idle, busy, waiting, stopping, stopped, failed, canceling,"
                  + " canceled, deleting, deleted; offline for all that are neither idle, busy nor waiting.")
          @Nullable String statusFilter,
      @Description("Only those of this project.") @Nullable String projectFilter,
      @Description("How many are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      List<AgentView> agents,
      @Description("How many there are in all.") int totalCount,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page) {}

  private final Fleets fleets;

  ListFleet(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var fleet = fleets.seenBy(call, input.deployment);
    var all = rows(fleet.agents(status(input.statusFilter), blankToNull(input.projectFilter)));
    int offset = Math.min(input.offset, all.size());
    var shown = Reading.fitting(all.subList(offset, all.size()));
    return new Output(shown, all.size(), Reading.Page.of(all.size(), offset, shown.size()));
  }

  static List<AgentView> rows(List<FleetAgent> agents) {
    return agents.stream().map(AgentView::row).toList();
  }

  static @Nullable FleetStatus status(@Nullable String word) {
    return word == null || word.isBlank() ? null : FleetStatus.require(word);
  }

  static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }
}
