package dev.retinue.toolset.fleet;

import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.Paged;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.reading.Reading;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `show_agent_task_history`: what an agent was told and what it said of it.
@Tool.Spec(
    name = "show_agent_task_history",
    title = "Show tasks of an agent",
    description = "Lists what an agent was told and what it said of its work, newest first.",
    readOnly = true)
public final class ShowAgentTaskHistory
    implements Tool<ShowAgentTaskHistory.Input, ShowAgentTaskHistory.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description("Which page, from 1.") @Default("1") @Limits(min = 1, max = 1_000_000) int page,
      @Description("How many on a page.") @Default("20") @Limits(min = 1, max = 100) int pageSize,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      String agentName,
      List<Task> tasks,
      int totalCount,
      int page,
      int pageSize,
      boolean hasNextPage,
      boolean hasPreviousPage) {}

  /// One of them.
  public record Task(
      String message,
      @Nullable String uri,
      @Description("Whether a person should look at it.") boolean needsUserAttention,
      Instant createdAt,
      @Description(
              "assigned for what the agent was told, queued for what waits for it, reported for what it said.")
          String kind,
      @Description("What it said of it: working, idle, complete, failure.")
          @Nullable String state) {}

  private final Fleets fleets;

  ShowAgentTaskHistory(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    return output(
        input.agentName,
        fleets.seenBy(call, input.deployment).history(input.agentName, input.page, input.pageSize));
  }

  /// A page of it, as it fits into one answer.
  ///
  /// @param asked how the agent was called
  public static Output output(String asked, Paged<Fleet.TaskEntry> found) {
    var share = Reading.share(found.items().size());
    var tasks = found.items().stream().map(it -> task(it, share)).toList();
    return new Output(
        found.items().isEmpty() ? asked : found.items().getFirst().agent(),
        tasks,
        found.total(),
        found.page(),
        found.size(),
        found.hasNext(),
        found.hasPrevious());
  }

  private static Task task(Fleet.TaskEntry entry, int share) {
    return new Task(
        Cut.to(entry.message(), share),
        entry.uri(),
        entry.needsAttention(),
        entry.at(),
        entry.kind(),
        entry.kind().equals("reported") ? entry.state() : null);
  }
}
