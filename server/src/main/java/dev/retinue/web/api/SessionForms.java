package dev.retinue.web.api;

import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.lifecycle.BudgetInput;
import dev.retinue.toolset.sessions.turn.HistoryMessage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What the API takes and gives where it is about sessions.
final class SessionForms {
  private SessionForms() {}

  // What is given.

  record Ping(String status) {}

  record Rows(
      List<Row> sessions,
      @Description("How many there are in all.") long total,
      @Description("Send it as 'before' for those after these; missing if there are none.")
          @Nullable String nextBefore) {}

  record Row(
      String id,
      @Nullable String title,
      @Description("Whose it is.") String caller,
      @Description("Who answers the next message.") String agent,
      @Description("idle, busy or closed.") String status,
      @Description("How many messages were sent in it, with those that it was forked with.")
          int numMessages,
      Instant createdAt,
      Instant lastUsedAt,
      @Nullable Instant closedAt,
      long inputTokens,
      long outputTokens,
      @Description("In US dollars; missing if some of it has no known price.")
          @Nullable BigDecimal cost,
      @Description("True if nobody pays what its last answer cost: a script was played.")
          @Nullable Boolean invented,
      @Nullable String workingDir) {}

  /// What is told of one session besides what is told of many.
  record More(
      @Description("Another one than the agent's own.") @Nullable String model,
      @Description("The run that answers now.") @Nullable String runId,
      @Description("The runs that answer after it.") List<String> queue,
      @Description("What the one who answers waits for.") @Nullable List<Asked> waitingFor,
      @Description("The session that it goes on with.") @Nullable String forkedFrom,
      @Description("The last of what was said in it.") List<HistoryMessage> messages,
      @Description("Send it as 'before' to /messages for those before these.")
          @Nullable String prevCursor) {}

  record Asked(
      @Description("Who asks: a run.") String runId,
      @Description("Tells what it asks from what else it asks.") String need,
      @Description("permission, answer, budget, quota or credentials.") String kind,
      String text) {}

  record Messages(
      List<HistoryMessage> messages,
      @Description("How many messages were sent in the session.") int totalMessages,
      @Description("Send it as 'before' for those before these.") @Nullable String prevCursor) {}

  /// A message that was taken.
  record Accepted(
      String sessionId,
      @Description("The run that answers it.") String runId,
      @Description("queued, running, waiting, completed, failed or stopped.") String status,
      @Description("How many messages are answered before it.") int before) {}

  record Steered(
      String sessionId,
      @Description("steered, if the agent hears it at work; queued, if it is its next message.")
          String delivered,
      @Description("The run that hears it, or answers it.") @Nullable String runId) {}

  record Interrupted(String id, @Description("The runs that were stopped.") List<String> stopped) {}

  record Closed(String id, String status) {}

  record Answered(
      String sessionId,
      @Description("The run that goes on, or would.") String runId,
      String need,
      @Description("Whether it was answered; a question that is cancelled stays.")
          boolean delivered) {}

  // What is taken.

  record Opening(
      @Description("A name on the staff, which is that of a file without its extension.")
          @Limits(minLength = 1)
          @Nullable String agent,
      @Description("A name for people.") @Limits(minLength = 1, maxLength = 200)
          @Nullable String title,
      @Description("The folder in which all of it happens.") @Limits(minLength = 1)
          @Nullable String workingDir,
      @Description("Another model than the agent's own.") @Limits(minLength = 1)
          @Nullable String model,
      @Description("What all messages together may use at most.") @Nullable BudgetInput budget) {
    static final Opening USUAL = new Opening(null, null, null, null, null);
  }

  record Title(@Limits(minLength = 1, maxLength = 200) String title) {}

  record Message(
      @Limits(minLength = 1) String message,
      @Description("Whether it waits while another is answered; otherwise that is a conflict.")
          @Default("false")
          boolean queue) {}

  record Said(@Limits(minLength = 1) String message) {}

  record Interruption(
      @Description("The run that is meant; without one whoever speaks.") @Limits(minLength = 1)
          @Nullable String runId,
      @Description(
              "Whether the messages that wait are dropped, too, and what earlier turns left at work in the background is stopped.")
          @Default("false")
          boolean queueToo) {}

  record Forking(
      @Limits(minLength = 1, maxLength = 200) @Nullable String title,
      @Description("The last message that is taken over; without one the newest that is answered.")
          @Limits(minLength = 1)
          @Nullable String runId) {}

  record Transfer(@Limits(minLength = 1) String agent) {}

  record Resumption(
      @Description("approve, approve-session, approve-tool or reject.") @Limits(minLength = 1)
          String confirmation,
      @Description("Why it is rejected.") @Nullable String reason,
      @Description("The tool that approve-tool is about, or a rule such as shell(git *).")
          @Limits(minLength = 1)
          @Nullable String toolName,
      @Description("Which question is answered; without one the first.") @Nullable String need) {}

  record Elicited(
      @Description("accept, decline or cancel.") @Limits(minLength = 1) String action,
      @Description("What was filled in: 'answer', if there is nothing else.")
          @Nullable ObjectNode content,
      @Description("Which question is answered; without one the first.") @Nullable String need) {}

  record ChatMessage(
      @Description("user; nothing else can be said.") @Default("\"user\"") String role,
      @Limits(minLength = 1) String content) {}
}
