package dev.retinue.toolset.sessions;

import dev.retinue.core.RunId;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The tool `fork_session`: two conversations out of one.
@Tool.Spec(
    name = "fork_session",
    title = "Fork a session",
    description =
        "Begins another session that goes on with all that was said in this one, and leaves this one as it is. It has the"
            + " same budget once more.",
    destructive = false,
    openWorld = false)
public final class ForkSession implements Tool<ForkSession.Input, ForkSession.Output> {
  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Description("A name for people; without one it has that of the other.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String sessionName,
      @Description("The run_id of the last message that is taken over; without one all of them.")
          @Limits(minLength = 1)
          @Nullable String upTo,
      @Description("A retry with the same key and the same arguments is the same fork.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  /// What it answers.
  public record Output(
      @Description("The handle of the new one.") String sessionId,
      String forkedFrom,
      @Description("The last message that was taken over; missing if nothing was said.")
          @Nullable String upTo,
      String agent,
      @Nullable String sessionName,
      Instant created) {}

  private final Talks talks;

  ForkSession(Talks talks) {
    this.talks = talks;
  }

  @Override
  public Output call(Input input, Call call) {
    var upTo = input.upTo == null ? null : RunId.of(input.upTo);
    var caller = Principal.of(call);
    var key =
        Talks.key(
            call,
            caller,
            "fork_session",
            input.idempotencyKey,
            ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input)));
    var fork = talks.sessions().fork(caller, input.sessionId, input.sessionName, upTo, key);
    var origin = fork.past().fork();
    var last = origin == null ? null : origin.last();
    return new Output(
        fork.id(),
        input.sessionId,
        last == null ? null : last.text(),
        fork.agent(),
        fork.name(),
        fork.times().createdAt());
  }
}
