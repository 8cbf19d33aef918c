package dev.retinue.toolset.fleet;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import org.jspecify.annotations.Nullable;

/// The tool `cancel_agent_task`: interrupts what an agent does.
@Tool.Spec(
    name = "cancel_agent_task",
    title = "Cancel a task",
    description =
        "Interrupts the task of an agent that is busy. The agent stays, and can be given another task.")
public final class CancelAgentTask implements Tool<CancelAgentTask.Input, CancelAgentTask.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(String agentName, String message, boolean interruptSent) {}

  private final Fleets fleets;

  CancelAgentTask(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var done = fleets.of(call, input.deployment).cancel(input.agentName);
    return new Output(done.name(), done.message(), true);
  }
}
