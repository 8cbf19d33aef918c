package dev.retinue.toolset.sessions.turn;

import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.reading.Reading;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What has become of a message, as all tools say it that send one.
public record TurnAnswer(
    @Description("What the agent answered; missing while it has not.") @Nullable String response,
    @Description("What happened meanwhile, in its order.") List<TurnEvent> events,
    Metadata metadata,
    String sessionId,
    @Description("The run that answers: get_session_history shows it alone by this run_id.")
        String runId,
    @Description("queued, running, waiting, completed, failed or stopped.") String status,
    @Description("Why there is no answer.") @Nullable String error,
    @Description(
            "The same in one word: error, timeout, budget, quota, interrupted, refused, lost, invalid_output or stopped.")
        @Nullable String reason,
    @Description("What it waits for before it goes on.") @Nullable List<Waits> waitingFor,
    @Nullable List<String> warnings,
    @Description("What to do next.") @Nullable String message,
    @Description("Where all events are, if they are not all here.") @Nullable MoreEvents moreEvents,
    @Description("What is left of texts that are too long for one answer.")
        @Nullable List<Reading.Rest> rest)
    implements Tool.Fallible {

  /// Facts about it.
  public record Metadata(
      long durationMs,
      int toolCalls,
      @Description("How many events there are in all.") int eventCount,
      @Description("Tokens in and out together, with all that it had others do.") long tokensUsed,
      long inputTokens,
      long outputTokens,
      @Description("What it cost; missing if some of it has no known price.")
          @Nullable BigDecimal costUsd,
      String sessionId,
      @Description("How many characters the message has.") int messageLength,
      @Description("Who answered.") String agent,
      @Description("The model that answered.") @Nullable String model) {
    Metadata counting(int calls, int events) {
      return new Metadata(
          durationMs,
          calls,
          events,
          tokensUsed,
          inputTokens,
          outputTokens,
          costUsd,
          sessionId,
          messageLength,
          agent,
          model);
    }
  }

  /// One thing that it waits for.
  public record Waits(
      @Description("Who asks: give it to the tool answer as agent_id.") String agentId,
      String id,
      String kind,
      String text) {}

  /// Where the events are that are not here.
  public record MoreEvents(
      @Description("How many are here.") int shown,
      @Description("How many there are in all.") int total,
      @Description("The resource that has the others, and those whole that were cut.")
          String resource) {}

  @Override
  public boolean failed() {
    return error != null;
  }
}
