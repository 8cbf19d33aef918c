package dev.retinue.toolset.sessions;

import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tool `steer`: says something to an agent while it is at work.
@Tool.Spec(
    name = "steer",
    title = "Steer an agent at work",
    description =
        "Says something to the agent of a session while it answers: it hears it after the tools that it uses now, and"
            + " goes on with it in mind. One that cannot hear meanwhile gets it as its next message.")
public final class Steer implements Tool<Steer.Input, Steer.Output> {
  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Limits(minLength = 1) String message,
      @Description("A retry with the same key and the same arguments is said once.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  /// What it answers.
  public record Output(
      boolean success,
      String sessionId,
      @Description("steered, if the agent hears it at work; queued, if it is its next message.")
          String delivered,
      @Description("The run that hears it, or answers it.") @Nullable String runId) {}

  private final Talks talks;

  Steer(Talks talks) {
    this.talks = talks;
  }

  @Override
  public Output call(Input input, Call call) {
    var caller = Principal.of(call);
    var key =
        Talks.key(
            call,
            caller,
            "steer",
            input.idempotencyKey,
            ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input)));
    var heard = talks.sessions().steer(caller, input.sessionId, input.message, key);
    if (heard.isPresent()) {
      return new Output(true, input.sessionId, "steered", heard.get().text());
    }
    var message = new Message(input.message, true, Map.of("tool", "steer"), key);
    var run = talks.sessions().send(caller, input.sessionId, message);
    return new Output(true, input.sessionId, "queued", run.id().text());
  }
}
