package dev.retinue.toolset.sessions;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.sessions.turn.TurnAnswer;
import org.jspecify.annotations.Nullable;

/// The tool `send_message`: says something in a session, and returns the answer.
@Tool.Spec(
    name = "send_message",
    title = "Send a message",
    description =
        "Sends a message to the agent of a session, and returns its answer. The agent remembers what was said in the"
            + " session before. One message is answered at a time.",
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class SendMessage implements Tool<SendMessage.Input, TurnAnswer> {
  private static final String NAME = "send_message";

  /// What it takes.
  public record Input(
      @Description("The session_id that create_session gave.") @Limits(minLength = 1)
          String sessionId,
      @Limits(minLength = 1) String message,
      @Description(
              "Whether the message waits for its turn while another one is answered; otherwise that is a conflict.")
          @Default("false")
          boolean queue,
      @Description(
              "For how long this call waits for the answer; without it as long as this client can wait. Then it returns a run_id, and the agent goes on.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds,
      @Description("Returns at once; get_session_history has the answer later.") @Default("false")
          boolean async,
      @Description("A retry with the same key and the same arguments is the same message.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  private final Talks talks;

  SendMessage(Talks talks) {
    this.talks = talks;
  }

  @Override
  public TurnAnswer call(Input input, Call call) throws InterruptedException {
    return talks.say(
        call,
        input.sessionId,
        new Talks.Saying(
            NAME,
            input.message,
            input.queue,
            input.async,
            input.waitSeconds,
            input.idempotencyKey,
            ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input))));
  }
}
