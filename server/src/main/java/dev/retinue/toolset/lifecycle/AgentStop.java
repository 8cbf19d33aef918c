package dev.retinue.toolset.lifecycle;

import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The tool `agent_stop`: ends an agent and everything below it.
@Tool.Spec(
    name = "agent_stop",
    title = "Stop an agent",
    description =
        "Ends an agent, and all that it has started. What it did is kept, and agent_start with resume goes on"
            + " with its conversation. Stopping one that has ended changes nothing and says how it ended.",
    idempotent = true,
    openWorld = false)
public final class AgentStop implements Tool<AgentStop.Input, AgentStop.Output> {
  /// What it takes.
  public record Input(@Description("The handle of the agent.") String agentId) {}

  /// What it answers: the truth, whoever ended it.
  public record Output(
      String status,
      Instant startedAt,
      @Nullable Instant stoppedAt,
      @Nullable Instant completedAt) {}

  private final Staff staff;

  AgentStop(Staff staff) {
    this.staff = staff;
  }

  @Override
  public Output call(Input input, Call call) {
    var run = staff.stop(Principal.of(call), RunId.of(input.agentId), "stopped by its caller");
    return new Output(
        Words.status(run.state()),
        Words.startedAt(run),
        Words.stoppedAt(run),
        Words.completedAt(run));
  }
}
