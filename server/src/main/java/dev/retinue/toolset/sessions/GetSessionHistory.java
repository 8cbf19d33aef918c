package dev.retinue.toolset.sessions;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.lifecycle.Results;
import dev.retinue.toolset.reading.Reading;
import dev.retinue.toolset.sessions.turn.History;
import dev.retinue.toolset.sessions.turn.HistoryMessage;
import dev.retinue.toolset.sessions.turn.TurnViews;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `get_session_history`: what was said in a conversation.
@Tool.Spec(
    name = "get_session_history",
    title = "History of a session",
    description =
        "Returns the last messages of a session in the order in which they were said, with the tools that were used. With"
            + " run_id it is about one message alone, and has its whole answer.",
    readOnly = true,
    openWorld = false)
public final class GetSessionHistory
    implements Tool<GetSessionHistory.Input, GetSessionHistory.Output> {
  private static final int FRAME = 1_500;

  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Description("How many of the last messages; 0 for all.") @Default("50") @Limits(min = 0)
          int limit,
      @Description("Only those before this place: the next_before of another answer.")
          @Limits(minLength = 1, maxLength = 100)
          @Nullable String before,
      @Description("Only this message and its answer.") @Limits(minLength = 1)
          @Nullable String runId,
      @Description("For how long to wait until it is answered; 0 to look only.")
          @Default("0")
          @Limits(min = 0, max = 1800)
          int waitSeconds,
      @Description(
              "With run_id: how many characters of the answer are passed over, where one had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offsetInText) {}

  /// What it answers.
  public record Output(
      List<HistoryMessage> messages,
      @Description("How many are here.") int count,
      @Description("How many messages were sent in the session.") int messageCount,
      @Description("Give this as before to get those before these; missing if there are none.")
          @Nullable String nextBefore,
      @Description("With run_id: queued, running, waiting, completed, failed or stopped.")
          @Nullable String status,
      @Description("With run_id: what the agent answered.") @Nullable String response,
      @Description("What is left of the response.") @Nullable List<Reading.Rest> rest) {}

  private final Talks talks;
  private final Results results;

  GetSessionHistory(Talks talks) {
    this.talks = talks;
    this.results = new Results(talks.staff());
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    var session = talks.sessions().require(caller, input.sessionId);
    if (input.runId != null) {
      return ofOne(input, call, session, RunId.of(input.runId));
    }
    if (input.waitSeconds > 0) {
      talks.awaitIdle(call, session.id(), input.waitSeconds);
    }
    var now = talks.sessions().require(caller, session.id());
    var said = talks.sessions().conversation(caller, session.id());
    var page =
        new History(said, results, input.limit, Reading.MOST - FRAME).read(now, input.before);
    return new Output(
        page.messages(),
        page.messages().size(),
        now.past().messages(),
        page.before(),
        null,
        null,
        null);
  }

  private Output ofOne(Input input, Call call, Session session, RunId id)
      throws InterruptedException {
    var caller = Principal.of(call);
    var before = turn(caller, session, id);
    if (input.waitSeconds > 0 && !before.run().ended()) {
      talks.awaitEnd(call, id, input.waitSeconds);
    }
    var turn = turn(caller, session, id);
    var run = turn.run();
    int room = Reading.MOST - FRAME;
    var response =
        run.ended()
            ? results.piece(run, input.offsetInText, room * 2 / 3)
            : new Reading.Piece(null, null);
    int taken = response.text() == null ? 0 : Reading.length(response.text());
    var said = talks.sessions().conversation(caller, session.id());
    var page = new History(said, results, input.limit, room - taken).read(turn, input.before);
    if (run.ended()) {
      talks.staff().markSeen(caller, List.of(run));
      talks.staff().audit().read(caller, run);
    }
    return new Output(
        page.messages(),
        page.messages().size(),
        session.past().messages(),
        page.before(),
        TurnViews.status(run.state()),
        response.text(),
        Reading.rests(response));
  }

  /// Also one that waits for its turn; only if it belongs to this session, or to one that this goes
  /// on with.
  private Turn turn(Caller caller, Session session, RunId id) {
    var own =
        talks
            .staff()
            .find(caller, id)
            .filter(it -> session.id().equals(it.commission().terms().session()));
    if (own.isPresent()) {
      return new Turn(own.get(), talks.staff().register().work(caller, id).orElse(""));
    }
    var from = talks.sessions().conversation(caller, session.id()).backwards(id).iterator();
    if (from.hasNext()) {
      return from.next();
    }
    throw new RetinueException(
        ErrorCode.NOT_FOUND, "There is no run '%s' in session '%s'.".formatted(id, session.id()));
  }
}
