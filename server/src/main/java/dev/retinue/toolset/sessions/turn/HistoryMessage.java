package dev.retinue.toolset.sessions.turn;

import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.reading.Reading;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Something that was said or done in a conversation.
public record HistoryMessage(
    @Description("user, assistant, tool or system.") String role,
    @Description(
            "user_message, agent_message, tool_call, tool_response, agent_switching, session_compaction or error.")
        String type,
    @Description("Who said it, or to whom it was said.") String agent,
    Instant timestamp,
    @Nullable String content,
    @Nullable String tool,
    @Nullable String toolCallId,
    @Description("What the tool was given, as JSON text.") @Nullable String args,
    @Nullable Boolean failed,
    @Description("Who spoke before.") @Nullable String from,
    @Description("Who speaks from now on.") @Nullable String to,
    @Description("The run that it belongs to.") @Nullable String runId,
    @Description("How many characters the text has in all, where only its beginning is here.")
        @Nullable Integer characters,
    @Description("The resource that has all of it.") @Nullable String resource) {

  /// What was asked.
  public static HistoryMessage asked(String agent, Instant at, String text, String run, int most) {
    return of(TurnEvent.of("user_message", agent, at, text), run, most).orElseThrow();
  }

  /// Somebody else speaks from the next message on.
  public static HistoryMessage transfer(String from, String to, Instant at) {
    return new HistoryMessage(
        "system",
        "agent_switching",
        to,
        at,
        null,
        null,
        null,
        null,
        null,
        from,
        to,
        null,
        null,
        null);
  }

  /// An answer that was delivered.
  ///
  /// @param event who answered, and when
  public static HistoryMessage delivered(TurnEvent event, String run, Reading.Piece answer) {
    var rest = answer.rest();
    return new HistoryMessage(
        "assistant",
        event.type(),
        event.agent(),
        event.timestamp(),
        answer.text(),
        null,
        null,
        null,
        null,
        null,
        null,
        run,
        rest == null ? null : rest.characters(),
        rest == null ? null : rest.resource());
  }

  /// Nothing for what nobody said or did.
  public static Optional<HistoryMessage> of(TurnEvent event, String run, int most) {
    var role =
        switch (event.type()) {
          case "user_message" -> "user";
          case "agent_message", "tool_call" -> "assistant";
          case "tool_response" -> "tool";
          case "agent_switching", "session_compaction", "error" -> "system";
          default -> "";
        };
    return role.isEmpty() ? Optional.empty() : Optional.of(of(role, event.within(most), run));
  }

  private static HistoryMessage of(String role, TurnEvent event, String run) {
    boolean cut = event.characters() != null;
    return new HistoryMessage(
        role,
        event.type(),
        event.agent(),
        event.timestamp(),
        event.content() == null ? event.result() : event.content(),
        event.tool(),
        event.toolCallId(),
        event.args(),
        event.failed(),
        event.from(),
        event.to(),
        run,
        event.characters(),
        cut ? TurnResources.address(run) : null);
  }
}
