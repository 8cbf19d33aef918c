package dev.retinue.toolset.fleet;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The tool `start_agent_task`: tells an idle agent what to do.
@Tool.Spec(
    name = "start_agent_task",
    title = "Give an agent a task",
    description =
        "Gives a task to an agent that is idle. show_agent says when it is done, show_agent_log what it answered.",
    destructive = false)
public final class StartAgentTask implements Tool<StartAgentTask.Input, StartAgentTask.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description("What the agent should do.") String taskDescription,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(String agentName, Task task, String message) {}

  /// What was told.
  public record Task(String message, Instant createdAt) {}

  private final Fleets fleets;

  StartAgentTask(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var told = fleets.of(call, input.deployment).start(input.agentName, input.taskDescription);
    return new Output(
        told.agent(),
        new Task(told.message(), told.at()),
        "Task assigned to agent '%s'".formatted(told.agent()));
  }
}
