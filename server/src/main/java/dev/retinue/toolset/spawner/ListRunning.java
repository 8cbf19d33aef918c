package dev.retinue.toolset.spawner;

import dev.retinue.core.Run;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_running`: the spawns that have not ended.
@Tool.Spec(
    name = "list_running",
    title = "List running agents",
    description = "Lists the spawned agents that have not ended, the oldest first.",
    readOnly = true,
    openWorld = false)
public final class ListRunning implements Tool<ListRunning.Input, ListRunning.Output> {
  /// What it takes.
  public record Input(
      @Description("How many are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset) {}

  /// What it answers.
  public record Output(
      List<Row> agents,
      @Description("How many there are in all.") int count,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page) {}

  /// One of them.
  public record Row(
      String spawnId,
      @Description("Who works.") String agent,
      @Nullable String model,
      @Description("queued, running or waiting.") String status,
      Instant startedAt,
      long elapsedSeconds,
      String taskSummary) {}

  private final Spawns spawns;
  private final Roll roll;

  ListRunning(Spawns spawns, Roll roll) {
    this.spawns = spawns;
    this.roll = roll;
  }

  @Override
  public Output call(Input input, Call call) {
    var open = roll.open(Principal.of(call));
    int offset = Math.min(input.offset, open.size());
    var rows = open.subList(offset, open.size()).stream().map(this::row).toList();
    var shown = Reading.fitting(rows);
    return new Output(shown, open.size(), Reading.Page.of(open.size(), offset, shown.size()));
  }

  private Row row(Run run) {
    var asked = run.commission().agent();
    return new Row(
        run.id().text(),
        asked.name(),
        asked.model(),
        run.state().word(),
        run.commission().createdAt(),
        Math.round(spawns.views().seconds(run)),
        SpawnViews.summary(run));
  }
}
