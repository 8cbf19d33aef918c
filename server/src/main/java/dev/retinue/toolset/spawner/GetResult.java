package dev.retinue.toolset.spawner;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The tool `get_result`: what a spawn answered, however long ago.
@Tool.Spec(
    name = "get_result",
    title = "Result of a spawned agent",
    description =
        "Returns the result of a spawned agent by its spawn_id, or that it is still at work. Results are kept; a long one"
            + " comes in pieces.",
    readOnly = true,
    openWorld = false)
public final class GetResult implements Tool<GetResult.Input, Spawned> {
  private static final int TEXTS = 2;

  /// What it takes.
  public record Input(
      @Description("The spawn_id that spawn_claude, spawn_codex or another tool gave.")
          @Limits(minLength = 1)
          String spawnId,
      @Description("For how long to wait if it has not ended; 0 to look only.")
          @Default("0")
          @Limits(min = 0, max = 1800)
          int waitSeconds,
      @Description(
              "How many characters of the result are passed over, where one had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offsetInText) {}

  private final Spawns spawns;

  GetResult(Spawns spawns) {
    this.spawns = spawns;
  }

  @Override
  public Spawned call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    var run = spawns.staff().require(caller, RunId.of(input.spawnId));
    if (!run.ended() && input.waitSeconds > 0) {
      var patience = Duration.ofSeconds(input.waitSeconds);
      var runs =
          spawns
              .attending()
              .await(
                  call,
                  caller,
                  Set.of(run.id()),
                  now -> now.stream().allMatch(Run::ended),
                  patience);
      run = runs.getOrDefault(run.id(), run);
    }
    if (run.ended()) {
      spawns.staff().markSeen(caller, List.of(run));
      spawns.staff().audit().read(caller, run);
    }
    return spawns.views().view(run, input.offsetInText, Reading.share(TEXTS));
  }
}
