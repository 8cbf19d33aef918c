package dev.retinue.toolset.sessions;

import dev.retinue.core.Caller;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;

/// The tool `transfer_session`: lets somebody else answer.
@Tool.Spec(
    name = "transfer_session",
    title = "Give a session to another agent",
    description =
        "Lets another agent answer from the next message on: one of the same file, or of the team of the one who answers"
            + " now. It knows what was said before.",
    destructive = false,
    idempotent = true,
    openWorld = false)
public final class TransferSession implements Tool<TransferSession.Input, TransferSession.Output> {
  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Description("Who is to answer; get_session_info has as team who can.") @Limits(minLength = 1)
          String targetAgent) {}

  /// What it answers.
  public record Output(
      boolean success,
      String sessionId,
      @Description("Who answers the next message.") String agent,
      @Description("Who would have.") String previousAgent) {}

  private final Talks talks;

  TransferSession(Talks talks) {
    this.talks = talks;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    requireNoted(caller, input.sessionId);
    talks.awaitLeaving(caller, input.sessionId);
    var before = talks.sessions().require(caller, input.sessionId).agent();
    var session = talks.sessions().transfer(caller, input.sessionId, input.targetAgent);
    return new Output(true, session.id(), session.agent(), before);
  }

  private void requireNoted(Caller caller, String id) {
    var sessions = talks.sessions();
    var subject = Subject.session(id);
    talks
        .staff()
        .audit()
        .of(caller, Action.SESSION_TRANSFER, subject, () -> sessions.require(caller, id));
  }
}
