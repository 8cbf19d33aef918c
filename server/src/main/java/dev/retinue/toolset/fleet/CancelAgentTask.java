package dev.retinue.toolset.fleet;

import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import org.jspecify.annotations.Nullable;

/// The tool `cancel_agent_task`: interrupts what an agent does.
@Tool.Spec(
    name = "cancel_agent_task",
    title = "Cancel a task",
    description =
        "Interrupts the task of an agent that is busy. The agent stays, and can be given another task. Tasks that wait for it"
            + " are given to it then, unless they are dropped.")
public final class CancelAgentTask implements Tool<CancelAgentTask.Input, CancelAgentTask.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description("Whether tasks that wait for it are removed too; then it need not be busy.")
          @Default("false")
          boolean dropQueued,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      String agentName, String message, boolean interruptSent, @Nullable Integer dropped) {}

  private final Fleets fleets;

  CancelAgentTask(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var fleet = fleets.of(call, input.deployment);
    return output(fleet.cancel(input.agentName, input.dropQueued), input.dropQueued);
  }

  /// What was called off.
  public static Output output(Fleet.Cancelled cancelled, boolean dropQueued) {
    var done = cancelled.done();
    int dropped = cancelled.dropped();
    return new Output(
        done.name(),
        dropped == 0
            ? done.message()
            : "%s; %d waiting tasks were dropped".formatted(done.message(), dropped),
        cancelled.interrupted(),
        dropQueued ? dropped : null);
  }
}
