package dev.retinue.toolset.sessions;

import dev.retinue.core.RunId;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `interrupt_session`: stops who speaks.
@Tool.Spec(
    name = "interrupt_session",
    title = "Interrupt a session",
    description =
        "Stops the agent that answers in a session now, with everything that it started. What it said so far is kept, and"
            + " the session goes on with the next message.",
    idempotent = true,
    openWorld = false)
public final class InterruptSession
    implements Tool<InterruptSession.Input, InterruptSession.Output> {
  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Description(
              "The run_id of the message that is meant; without it the one that is being answered.")
          @Limits(minLength = 1)
          @Nullable String runId,
      @Description(
              "Whether the messages that wait for their turn are dropped, too, and what earlier turns left at work in the background is stopped.")
          @Default("false")
          boolean queueToo) {}

  /// What it answers.
  public record Output(
      boolean success,
      String sessionId,
      @Description("Whether somebody spoke, or waited to.") boolean interrupted,
      @Description("The runs that were stopped.") List<String> stopped) {}

  private final Talks talks;

  InterruptSession(Talks talks) {
    this.talks = talks;
  }

  @Override
  public Output call(Input input, Call call) {
    var stopped =
        talks
            .sessions()
            .interrupt(
                Principal.of(call),
                input.sessionId,
                input.runId == null ? null : RunId.of(input.runId),
                input.queueToo)
            .stream()
            .map(run -> run.id().text())
            .toList();
    return new Output(true, input.sessionId, !stopped.isEmpty(), stopped);
  }
}
