package dev.retinue.toolset.sessions;

import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.sessions.turn.TurnViews;
import org.jspecify.annotations.Nullable;

/// The tool `followup`: a message that waits for its turn.
@Tool.Spec(
    name = "followup",
    title = "Queue a message",
    description =
        "Puts a message in line behind the one that is answered now, and returns at once: it is answered in its turn."
            + " get_session_history has the answer. Only a few can wait.",
    openWorld = true)
public final class Followup implements Tool<Followup.Input, Followup.Output> {
  private static final String NAME = "followup";

  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Limits(minLength = 1) String message,
      @Description("A retry with the same key and the same arguments is the same message.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  /// What it answers.
  public record Output(
      boolean success,
      String sessionId,
      @Description("The run that answers it.") String runId,
      @Description("queued, or what has become of it meanwhile.") String status,
      @Description("How many are answered before it.") int before) {}

  private final Talks talks;

  Followup(Talks talks) {
    this.talks = talks;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var answer =
        talks.say(
            call,
            input.sessionId,
            new Talks.Saying(
                NAME,
                input.message,
                true,
                true,
                null,
                input.idempotencyKey,
                ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input))));
    var caller = Principal.of(call);
    var run = talks.staff().require(caller, RunId.of(answer.runId()));
    int place = talks.sessions().require(caller, input.sessionId).queue().indexOf(run.id());
    return new Output(
        true,
        input.sessionId,
        run.id().text(),
        TurnViews.status(run.state()),
        run.state() instanceof State.Ready ? place + 1 : 0);
  }
}
