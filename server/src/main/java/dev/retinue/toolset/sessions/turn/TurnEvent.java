package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.Usage;
import dev.retinue.mcp.schema.Description;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that happened while a message was answered.
public record TurnEvent(
    @Description(
            "agent_message, tool_call, tool_response, user_message, agent_choice_reasoning, agent_switching, token_usage, model_fallback, session_compaction, warning, error and others.")
        String type,
    @Description("Who did it.") String agent,
    Instant timestamp,
    @Description("What was said.") @Nullable String content,
    @Nullable String tool,
    @Description("Tells which tool_response belongs to which tool_call.")
        @Nullable String toolCallId,
    @Description("What the tool was given, as JSON text.") @Nullable String args,
    @Description("What the tool answered.") @Nullable String result,
    @Nullable Boolean failed,
    @Description("Who, or which model, it was before.") @Nullable String from,
    @Description("Who, or which model, it is from now on.") @Nullable String to,
    @Nullable Tokens tokens,
    @Nullable BigDecimal costUsd,
    @Description("How many characters the text has in all, where only its beginning is here.")
        @Nullable Integer characters) {

  /// How many tokens were used.
  public record Tokens(long input, long output, long cached) {
    public static Tokens of(Usage usage) {
      return new Tokens(usage.inputTokens(), usage.outputTokens(), usage.cachedTokens());
    }
  }

  static TurnEvent of(String type, String agent, Instant at, @Nullable String content) {
    return new TurnEvent(
        type, agent, at, content, null, null, null, null, null, null, null, null, null, null);
  }

  static TurnEvent toolCall(String agent, Instant at, String call, String tool, String args) {
    return new TurnEvent(
        "tool_call", agent, at, null, tool, call, args, null, null, null, null, null, null, null);
  }

  static TurnEvent toolResponse(
      String agent, Instant at, String call, @Nullable String tool, String result, boolean failed) {
    return new TurnEvent(
        "tool_response",
        agent,
        at,
        null,
        tool,
        call,
        null,
        result,
        failed ? true : null,
        null,
        null,
        null,
        null,
        null);
  }

  static TurnEvent change(
      String type, String agent, Instant at, String from, String to, @Nullable String why) {
    return new TurnEvent(
        type, agent, at, why, null, null, null, null, null, from, to, null, null, null);
  }

  static TurnEvent spent(String agent, Instant at, Usage usage) {
    return new TurnEvent(
        "token_usage",
        agent,
        at,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        Tokens.of(usage),
        usage.unpriced() ? null : usage.cost().usd(),
        null);
  }

  /// The same with at most so much of its text.
  TurnEvent within(int most) {
    int length = Math.max(length(content), Math.max(length(args), length(result)));
    return length <= most
        ? this
        : new TurnEvent(
            type,
            agent,
            timestamp,
            beginning(content, most),
            tool,
            toolCallId,
            beginning(args, most),
            beginning(result, most),
            failed,
            from,
            to,
            tokens,
            costUsd,
            length);
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  private static @Nullable String beginning(@Nullable String text, int most) {
    if (text == null || text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end);
  }
}
