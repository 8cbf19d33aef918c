package dev.retinue.toolset.fleet;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import org.jspecify.annotations.Nullable;

/// The tool `show_agent`: how one agent of the fleet is.
@Tool.Spec(
    name = "show_agent",
    title = "Show an agent",
    description =
        "Says how one agent of the fleet is at this moment, and what it was told when it was made.",
    readOnly = true)
public final class ShowAgent implements Tool<ShowAgent.Input, ShowAgent.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(AgentView agent) {}

  private final Fleets fleets;

  ShowAgent(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    return new Output(AgentView.whole(fleets.seenBy(call, input.deployment).show(input.agentName)));
  }
}
