package dev.retinue.toolset.spawner;

import dev.retinue.core.RunId;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import org.jspecify.annotations.Nullable;

/// The tool `stop_spawn`: ends a spawn and all that it started.
@Tool.Spec(
    name = "stop_spawn",
    title = "Stop a spawned agent",
    description =
        "Ends a spawned agent and everything that it started. What it said so far is kept. One that has ended stays as it"
            + " is.",
    idempotent = true,
    openWorld = false)
public final class StopSpawn implements Tool<StopSpawn.Input, StopSpawn.Output> {
  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String spawnId,
      @Description("Why, for the record.") @Limits(maxLength = 500) @Nullable String reason) {}

  /// What it answers.
  public record Output(
      String spawnId,
      @Description("stopped; or what it was already: completed or failed.") String status,
      String message) {}

  private final Spawns spawns;

  StopSpawn(Spawns spawns) {
    this.spawns = spawns;
  }

  @Override
  public Output call(Input input, Call call) {
    var why = input.reason == null || input.reason.isBlank() ? "stop_spawn" : input.reason;
    var run = spawns.staff().stop(Principal.of(call), RunId.of(input.spawnId), why);
    return new Output(
        run.id().text(),
        run.state().word(),
        GroupPlan.isGroup(run)
            ? "get_result has what became of each of them."
            : "get_result has what it said; resume with a new spawn goes on with it.");
  }
}
