package dev.retinue.toolset.fleet;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import org.jspecify.annotations.Nullable;

/// The tool `delete_agent`: removes an agent with its workspace.
@Tool.Spec(
    name = "delete_agent",
    title = "Delete an agent",
    description =
        "Deletes an agent and destroys its workspace with everything in it, even while it works.")
public final class DeleteAgent implements Tool<DeleteAgent.Input, DeleteAgent.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(String agentName, String workspaceId, String message) {}

  private final Fleets fleets;

  DeleteAgent(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var done = fleets.of(call, input.deployment).delete(input.agentName);
    return new Output(done.name(), done.workspaceId(), done.message());
  }
}
