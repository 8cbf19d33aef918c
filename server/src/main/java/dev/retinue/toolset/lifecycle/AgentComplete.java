package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.Principal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `agent_complete`: an agent, or the caller to whom it belongs, says that the work is
/// done.
@Tool.Spec(
    name = "agent_complete",
    title = "Complete an agent",
    description =
        "Says that the work of an agent is done, with a summary and, if there is more, a payload. Completing"
            + " again changes nothing.",
    destructive = false,
    idempotent = true,
    openWorld = false)
public final class AgentComplete implements Tool<AgentComplete.Input, AgentComplete.Output> {
  /// What it takes.
  public record Input(
      @Description("The handle of the agent.") String agentId,
      @Description("What was done, in a few sentences.") String summary,
      @Description("The result, where that is more than a summary.") @Nullable String payload) {}

  /// What it answers. A stopped agent stays stopped; its late result is kept. One whose result does
  /// not pass its checks is not completed.
  public record Output(
      String status,
      Instant startedAt,
      @Nullable Instant completedAt,
      @Nullable Instant stoppedAt,
      @Description("What the word completed rests on: claimed, assumed or verified.")
          @Nullable String evidence,
      @Description("The acceptance checks that the server made itself.")
          @Nullable List<Checked> checks,
      @Description("Why it is not completed.") @Nullable String error) {}

  private final Staff staff;

  public AgentComplete(Staff staff) {
    this.staff = staff;
  }

  @Override
  public Output call(Input input, Call call) {
    return complete(Principal.of(call), input);
  }

  /// The same for whoever does not come by a tool.
  public Output complete(Caller caller, Input input) {
    var payload = input.payload == null ? "" : input.payload;
    var run =
        staff.complete(
            caller,
            RunId.of(input.agentId),
            input.summary,
            payload.getBytes(StandardCharsets.UTF_8));
    return new Output(
        Words.status(run.state()),
        Words.startedAt(run),
        Words.completedAt(run),
        Words.stoppedAt(run),
        Words.evidence(run),
        Checked.of(run),
        Words.error(run));
  }
}
