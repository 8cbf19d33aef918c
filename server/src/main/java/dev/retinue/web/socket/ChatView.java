package dev.retinue.web.socket;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Written;
import dev.retinue.core.staff.TurnFeed.Heard;
import dev.retinue.toolset.sessions.turn.TurnEvent;
import dev.retinue.toolset.sessions.turn.TurnStory;
import dev.retinue.web.api.OutputView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One turn in the words of the first such socket: `message` for all that is said and done, and
/// around it `loading` and `loading_done` while somebody waits for it. Of a turn that was over
/// before, only what was said and done is shown.
final class ChatView {
  private static final String DOTS = "...";
  private static final int LONGEST_CALL = 80 - DOTS.length();

  private final Heard first;
  private final TurnStory story;

  /// @param first what is heard of the turn first
  ChatView(Heard first) {
    this.first = first;
    this.story = new TurnStory(first.turn().run());
  }

  /// Whether this is about the same turn.
  boolean isOf(Heard heard) {
    return first.turn().run().id().equals(heard.turn().run().id());
  }

  /// What is said of an event, in its order; asked for all of them, one after the other.
  List<ObjectNode> show(Recorded recorded) {
    var shown = new ArrayList<ObjectNode>();
    if (recorded.event() instanceof RunEvent.Created(var at, var _)) {
      shown.add(message("user", first.turn().message(), null, at));
      if (!first.past()) {
        shown.add(ClientSocket.message("loading").put("run_id", runId()));
      }
    }
    for (var event : story.tell(recorded)) {
      var one = show(event);
      if (one != null) {
        if (recorded.event() instanceof RunEvent.Asked(var _, var need)) {
          one.put("need", need.id()); // Who answers says what he answers.
        }
        shown.add(one);
      }
    }
    return shown;
  }

  /// What is written before it is said: it is said as a whole, in the place of this.
  ObjectNode show(Written written) {
    return ClientSocket.message("delta")
        .put("role", "assistant")
        .put("content", written.text())
        .put("offset", written.offset())
        .put("run_id", runId());
  }

  private @Nullable ObjectNode show(TurnEvent event) {
    var text = event.content() == null ? "" : event.content();
    return switch (event.type()) {
      case "agent_message" -> message("assistant", text, null, event.timestamp());
      case "user_message", "elicitation_response" -> message("user", text, null, event.timestamp());
      case "tool_call" -> message("tool", "", call(event), event.timestamp());
      case "tool_response" ->
          message("tool", OutputView.result(orEmpty(event.result())), null, event.timestamp());
      case "agent_choice_reasoning" ->
          first.past() ? null : ClientSocket.message("reasoning").put("content", text);
      case "agent_switching" ->
          message(
              "system", "From now on %s speaks.".formatted(event.to()), null, event.timestamp());
      case "model_fallback" ->
          message(
              "system", "From now on %s is asked.".formatted(event.to()), null, event.timestamp());
      case "session_compaction" ->
          message(
              "system",
              "The conversation became too long and was summed up.",
              null,
              event.timestamp());
      case "error" ->
          first.past()
              ? message("system", text, null, event.timestamp())
              : ClientSocket.error(text).put("run_id", runId());
      case "stream_stopped" ->
          first.past() ? null : ClientSocket.message("loading_done").put("run_id", runId());
      case "stream_started", "token_usage" -> null;
      default -> text.isEmpty() ? null : message("system", text, null, event.timestamp());
    };
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String call(TurnEvent event) {
    return OutputView.call(orEmpty(event.tool()), orEmpty(event.args()), LONGEST_CALL);
  }

  private ObjectNode message(String role, String content, @Nullable String toolCall, Instant at) {
    return ClientSocket.message("message")
        .put("role", role)
        .put("content", content)
        .put("tool_call", toolCall)
        .put("timestamp", at.toString())
        .put("run_id", runId());
  }

  private String runId() {
    return first.turn().run().id().text();
  }
}
