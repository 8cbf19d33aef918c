package dev.retinue.toolset.fleet;

import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.reading.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The tool `show_agent_log`: the conversation with an agent.
@Tool.Spec(
    name = "show_agent_log",
    title = "Show the log of an agent",
    description =
        "Shows the conversation with an agent, newest first; only the last message unless page_size says more. Of one that"
            + " is not up it shows what its workspace said while it was built.",
    readOnly = true)
public final class ShowAgentLog implements Tool<ShowAgentLog.Input, ShowAgentLog.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description("Which page, from 1.") @Default("1") @Limits(min = 1, max = 1_000_000) int page,
      @Description("How many on a page.") @Default("1") @Limits(min = 1, max = 100) int pageSize,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      String agentName,
      List<Entry> logs,
      int totalCount,
      int page,
      int pageSize,
      boolean hasNextPage,
      boolean hasPreviousPage,
      @Description("conversation, or build where nobody is there to talk to.") String source) {}

  /// One thing that was said.
  public record Entry(
      Instant timestamp,
      String message,
      @Description("DEBUG, INFO, WARN or ERROR.") String level,
      @Description("input for what was said to the agent, output for what it said.") String type) {}

  private final Fleets fleets;

  ShowAgentLog(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    return output(
        fleets.seenBy(call, input.deployment).log(input.agentName, input.page, input.pageSize));
  }

  /// A page of it, as it fits into one answer.
  public static Output output(Fleet.Log log) {
    var found = log.entries();
    var share = Reading.share(found.items().size());
    return new Output(
        log.agent(),
        found.items().stream().map(it -> entry(it, share)).toList(),
        found.total(),
        found.page(),
        found.size(),
        found.hasNext(),
        found.hasPrevious(),
        log.source().name().toLowerCase(Locale.ROOT));
  }

  private static Entry entry(Fleet.LogEntry entry, int share) {
    return new Entry(
        entry.at(),
        Cut.to(entry.message(), share),
        entry.level().name(),
        entry.input() ? "input" : "output");
  }
}
