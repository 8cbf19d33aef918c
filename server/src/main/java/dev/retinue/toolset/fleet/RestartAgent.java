package dev.retinue.toolset.fleet;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import org.jspecify.annotations.Nullable;

/// The tool `restart_agent`: stops and starts the workspace of an agent.
@Tool.Spec(
    name = "restart_agent",
    title = "Restart an agent",
    description =
        "Restarts the workspace of an agent, whatever it does. Some templates make an agent begin with its first task"
            + " again then.")
public final class RestartAgent implements Tool<RestartAgent.Input, RestartAgent.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(String agentName, String workspaceId, String status, String message) {}

  private final Fleets fleets;

  RestartAgent(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var done = fleets.of(call, input.deployment).restart(input.agentName);
    return new Output(done.name(), done.workspaceId(), done.status().word(), done.message());
  }
}
