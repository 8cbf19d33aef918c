package dev.retinue.toolset.fleet;

import dev.retinue.core.Manners;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The tool `start_agent_task`: tells an idle agent what to do.
@Tool.Spec(
    name = "start_agent_task",
    title = "Give an agent a task",
    description =
        "Gives a task to an agent that is idle, or lets it wait until it is. show_agent says when it is done,"
            + " show_agent_log what it answered; with wait_seconds this call does.",
    destructive = false)
public final class StartAgentTask implements Tool<StartAgentTask.Input, StartAgentTask.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the agent, as list_agents has it.")
          @Limits(minLength = 1, maxLength = 32)
          String agentName,
      @Description("What the agent should do.") String taskDescription,
      @Description("Whether the task waits if the agent is busy, instead of being refused.")
          @Default("false")
          boolean queue,
      @Description(
              "Whether a workspace that is stopped is started first. Some templates make an agent begin with its first"
                  + " task again then.")
          @Default("false")
          boolean startIfStopped,
      @Description(Waits.UNTIL_IDLE) @Limits(min = 0, max = Waits.LONGEST)
          @Nullable Integer waitSeconds,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      String agentName,
      Task task,
      String message,
      @Description("Only if the task waits: how many wait before it.") @Nullable Integer ahead,
      @Description("How the agent is, where it was waited for.") @Nullable String status,
      @Description("What it said last, where it was waited for.") @Nullable String answer) {}

  /// What was told.
  public record Task(String message, Instant createdAt) {}

  private final Fleets fleets;
  private final Manners manners;

  StartAgentTask(Fleets fleets, Manners manners) {
    this.fleets = fleets;
    this.manners = manners;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    long begun = System.nanoTime();
    var fleet = fleets.of(call, input.deployment);
    var patience = manners.patience(call.clientName(), input.waitSeconds);
    var progress = Waits.progress(call);
    var order =
        new Fleet.Order(input.agentName, input.taskDescription, input.queue, input.startIfStopped);
    var assigned = fleet.assign(order, patience, progress);
    if (input.waitSeconds == null) {
      return output(assigned);
    }
    var left = patience.minusNanos(System.nanoTime() - begun);
    try {
      var outcome =
          fleet.await(
              assigned.task().agent(),
              assigned.queued(),
              left.isNegative() ? Duration.ZERO : left,
              progress);
      return output(assigned, outcome, Waits.ending(outcome));
    } catch (RetinueException e) {
      // It was given: who is told otherwise gives it again.
      return output(assigned, null, Waits.inVain(e));
    }
  }

  /// What became of it, for whoever does not wait.
  public static Output output(Fleet.Assigned assigned) {
    return output(assigned, null, "");
  }

  private static Output output(
      Fleet.Assigned assigned, Fleet.@Nullable Outcome outcome, String ending) {
    var told = assigned.task();
    boolean waits = assigned.queued() != null;
    var message =
        (waits ? "Task queued for agent '%s'" : "Task assigned to agent '%s'")
            .formatted(told.agent());
    return new Output(
        told.agent(),
        new Task(told.message(), told.at()),
        message + ending,
        waits ? assigned.ahead() : null,
        outcome == null ? null : outcome.status().word(),
        outcome == null ? null : Waits.answer(outcome));
  }
}
