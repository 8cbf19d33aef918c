package dev.retinue.toolset.fleet;

import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The tool `create_agent`: makes an agent in a workspace of its own.
@Tool.Spec(
    name = "create_agent",
    title = "Create an agent",
    description =
        "Creates an agent in a Coder workspace of its own. It comes up by itself and begins with its task;"
            + " show_agent says when it is there.",
    destructive = false)
public final class CreateAgent implements Tool<CreateAgent.Input, CreateAgent.Output> {
  /// What it takes.
  public record Input(
      @Description("Unique short name: letters, digits and single hyphens between them.")
          String name,
      @Description("The name of the project, as list_agent_projects has it.") String project,
      @Description("What the agent should do, with objectives and constraints.") String task,
      @Description(
              "One of list_agent_roles; else coder if there is such a role, or the usual one of the project.")
          @Nullable String role,
      @Description(Waits.UNTIL_IDLE) @Limits(min = 0, max = Waits.LONGEST)
          @Nullable Integer waitSeconds,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      AgentView agent,
      String message,
      @Description("What it said last, where it was waited for.") @Nullable String answer) {}

  private final Fleets fleets;

  CreateAgent(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var wanted = new Fleet.Wanted(input.name, input.project, input.task, input.role);
    var fleet = fleets.of(call, input.deployment);
    var agent = fleet.create(wanted);
    var message = "Agent '%s' created successfully".formatted(agent.name());
    if (input.waitSeconds == null) {
      return new Output(AgentView.whole(agent), message, null);
    }
    try {
      var patience = Duration.ofSeconds(input.waitSeconds);
      var outcome = fleet.await(agent.name(), null, patience, Waits.progress(call));
      return new Output(
          AgentView.whole(fleet.show(agent.name())),
          message + Waits.ending(outcome),
          Waits.answer(outcome));
    } catch (RetinueException e) {
      // It was made: who is told otherwise makes another.
      return new Output(AgentView.whole(agent), message + Waits.inVain(e), null);
    }
  }
}
