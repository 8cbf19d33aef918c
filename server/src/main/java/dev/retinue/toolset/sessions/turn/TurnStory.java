package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.Need;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is told of a run to whoever speaks with its agent: one event after the other, in their
/// order and from the first one on. What only the house needs to know is left out.
public final class TurnStory {
  private static final int MOST_REMEMBERED = 1_000;

  /// More than a summary has.
  private static final int LONGEST_SAID = 100_000;

  private final Map<String, String> tools = new HashMap<>();
  private final List<String> unheard = new ArrayList<>();
  private final StringBuilder said = new StringBuilder();
  private String lastSaid = "";
  private String speaker;

  public TurnStory(Run run) {
    this.speaker = run.commission().agent().name();
  }

  /// Who speaks now.
  public String speaker() {
    return speaker;
  }

  /// What it comes to.
  public List<TurnEvent> tell(Recorded recorded) {
    var event = recorded.event();
    var told = told(event);
    if (event instanceof RunEvent.Said(var _, var text)) {
      remember(text);
    } else if (!told.isEmpty() && !(event instanceof RunEvent.Spent)) {
      said.setLength(0);
    }
    return told;
  }

  private List<TurnEvent> told(RunEvent event) {
    return switch (event) {
      case RunEvent.Started(var at) -> one("stream_started", at, null);
      case RunEvent.Requeued(var at, var why) -> one("warning", at, "It begins again: " + why);
      case RunEvent.Said(var at, var text) -> one("agent_message", at, text);
      case RunEvent.Thought(var at, var text, var _) -> one("agent_choice_reasoning", at, text);
      case RunEvent.ToolCalled(var at, var call, var tool, var input, var _) ->
          called(at, call, tool, input);
      case RunEvent.ToolAnswered(var at, var call, var output, var failed) ->
          List.of(TurnEvent.toolResponse(speaker, at, call, tools.remove(call), output, failed));
      case RunEvent.Steered(var at, var text) -> steered(at, text);
      case RunEvent.Told(var at, var text) -> heard(at, text);
      case RunEvent.Condensed(var at, var summary) -> one("session_compaction", at, summary);
      case RunEvent.AgentSwitching(var at, var from, var to, var _) -> switched(at, from, to);
      case RunEvent.ModelFallback(var at, var from, var to, var why) ->
          List.of(TurnEvent.change("model_fallback", speaker, at, from, to, why));
      case RunEvent.Noted(var at, var text) -> one("warning", at, text);
      case RunEvent.Asked(var at, var need) -> one(asked(need.kind()), at, need.text());
      case RunEvent.Answered(var at, var _, var answer) -> one("elicitation_response", at, answer);
      case RunEvent.Spent(var at, var usage) -> List.of(TurnEvent.spent(speaker, at, usage));
      case RunEvent.BudgetRaised(var at, var _) -> one("warning", at, "Its budget was changed.");
      case RunEvent.Checked(var at, var check, var passed, var detail) ->
          one("check", at, "%s %s: %s".formatted(check, passed ? "passed" : "failed", detail));
      case RunEvent.Completed(var at, var summary, var _) -> completed(at, summary);
      case RunEvent.Failed(var at, var reason, var message) ->
          ended(at, reason.word() + ": " + message);
      case RunEvent.Stopped(var at, var why) -> ended(at, "stopped: " + why);
      case RunEvent.ResultCameLate(var at, var summary, var _) ->
          isSaid(summary) ? List.of() : one("agent_message", at, summary);
      case RunEvent.Created _,
          RunEvent.Queued _,
          RunEvent.Released _,
          RunEvent.Learned _,
          RunEvent.Delivered _,
          RunEvent.Printed _ ->
          List.of();
    };
  }

  private List<TurnEvent> one(String type, Instant at, @Nullable String content) {
    return List.of(TurnEvent.of(type, speaker, at, content));
  }

  private List<TurnEvent> called(Instant at, String call, String tool, String input) {
    if (tools.size() < MOST_REMEMBERED) {
      tools.put(call, tool);
    }
    return List.of(TurnEvent.toolCall(speaker, at, call, tool, input));
  }

  private List<TurnEvent> steered(Instant at, String text) {
    if (unheard.size() < MOST_REMEMBERED) {
      unheard.add(text);
    }
    return one("user_message", at, text);
  }

  /// What its caller said it is told when it can hear it: that was shown when it was said.
  private List<TurnEvent> heard(Instant at, String text) {
    return unheard.remove(text) ? List.of() : one("notice", at, text);
  }

  private List<TurnEvent> switched(Instant at, String from, String to) {
    speaker = to;
    return List.of(TurnEvent.change("agent_switching", to, at, from, to, null));
  }

  private static String asked(Need.Kind kind) {
    return switch (kind) {
      case PERMISSION -> "tool_call_confirmation";
      case ANSWER -> "elicitation_request";
      case BUDGET, QUOTA, CREDENTIALS -> "warning";
    };
  }

  private List<TurnEvent> completed(Instant at, String summary) {
    var end = TurnEvent.of("stream_stopped", speaker, at, null);
    return summary.isBlank() || isSaid(summary)
        ? List.of(end)
        : List.of(TurnEvent.of("agent_message", speaker, at, summary), end);
  }

  private List<TurnEvent> ended(Instant at, String why) {
    return List.of(
        TurnEvent.of("error", speaker, at, why), TurnEvent.of("stream_stopped", speaker, at, null));
  }

  private void remember(String text) {
    lastSaid = text;
    if (said.length() < LONGEST_SAID) {
      said.append(text);
    }
  }

  /// Whether it was heard before, in one piece or in several; a summary may be only the beginning.
  private boolean isSaid(String summary) {
    var begun = summary.endsWith("…") ? summary.substring(0, summary.length() - 1) : summary;
    var wanted = begun.strip();
    boolean whole = begun.length() == summary.length();
    return List.of(lastSaid.strip(), said.toString().strip()).stream()
        .anyMatch(it -> whole ? it.equals(wanted) : it.startsWith(wanted));
  }
}
