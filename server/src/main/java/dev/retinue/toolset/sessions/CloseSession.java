package dev.retinue.toolset.sessions;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;

/// The tool `close_session`: ends a conversation.
@Tool.Spec(
    name = "close_session",
    title = "Close a session",
    description =
        "Closes a session. What is being answered in it is stopped; what was said can still be read. To close it again"
            + " changes nothing.",
    idempotent = true,
    openWorld = false)
public final class CloseSession implements Tool<CloseSession.Input, CloseSession.Output> {
  /// What it takes.
  public record Input(@Limits(minLength = 1) String sessionId) {}

  /// What it answers.
  public record Output(boolean success, String sessionId) {}

  private final Talks talks;

  CloseSession(Talks talks) {
    this.talks = talks;
  }

  @Override
  public Output call(Input input, Call call) {
    var closed = talks.sessions().close(Principal.of(call), input.sessionId);
    return new Output(closed.closed(), closed.id());
  }
}
