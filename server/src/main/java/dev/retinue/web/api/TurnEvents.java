package dev.retinue.web.api;

import dev.retinue.core.Need;
import dev.retinue.core.Overheard;
import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Written;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.Question;
import dev.retinue.toolset.sessions.turn.TurnEvent;
import dev.retinue.toolset.sessions.turn.TurnStory;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What happens in one turn, with the names that clients of docker agent know. Events are told one
/// after the other, from the first one on.
final class TurnEvents {
  private final Turn turn;
  private final String session;
  private final TurnStory story;
  private final Overheard overheard = new Overheard();

  TurnEvents(Turn turn, String session) {
    this.turn = turn;
    this.session = session;
    this.story = new TurnStory(turn.run());
  }

  List<ObjectNode> tell(Recorded recorded) {
    if (recorded.event() instanceof RunEvent.Noted
        || recorded.event() instanceof RunEvent.ModelFallback
        || recorded.event() instanceof RunEvent.Requeued) {
      overheard.forget(); // What comes now is another attempt.
    }
    var told = story.tell(recorded).stream().map(event -> view(recorded.event(), event));
    return (recorded.event() instanceof RunEvent.Created
            ? Stream.concat(asked(recorded), told)
            : told)
        .toList();
  }

  /// What is written before it is said. What then is said is told as far as it was not.
  ObjectNode tell(Written written) {
    overheard.see(written.offset(), written.text());
    return base(name("agent_message"), story.speaker(), written.at().toString())
        .put("content", written.text())
        .put("draft", true)
        .put("offset", written.offset());
  }

  private Stream<ObjectNode> asked(Recorded recorded) {
    var agent = turn.run().commission().agent().name();
    return Stream.of(
        base("user_message", agent, recorded.event().at().toString())
            .put("message", turn.message()));
  }

  private ObjectNode base(String type, String agent, String at) {
    return Json.object()
        .put("type", type)
        .put("agent_name", agent)
        .put("timestamp", at)
        .put("session_id", session)
        .put("run_id", turn.run().id().text());
  }

  private ObjectNode view(RunEvent cause, TurnEvent event) {
    var json = base(name(event.type()), event.agent(), event.timestamp().toString());
    switch (event.type()) {
      case "agent_message" -> said(json, event.content());
      case "agent_choice_reasoning", "elicitation_response" -> json.put("content", event.content());
      case "user_message", "warning", "notice", "check" -> json.put("message", event.content());
      case "tool_call" -> call(json, event).put("arguments", event.args());
      case "tool_response" -> {
        call(json, event);
        json.put("response", event.result());
        json.put("failed", Boolean.TRUE.equals(event.failed()));
      }
      case "tool_call_confirmation", "elicitation_request" -> question(json, cause);
      case "token_usage" -> usage(json.putObject("usage"), event);
      case "agent_switching" ->
          json.put("switching", true).put("from_agent", event.from()).put("to_agent", event.to());
      case "model_fallback" ->
          json.put("failed_model", event.from())
              .put("fallback_model", event.to())
              .put("reason", event.content());
      case "session_compaction" -> json.put("status", "completed").put("summary", event.content());
      case "error" -> json.put("error", event.content());
      default -> {}
    }
    return json;
  }

  private void said(ObjectNode json, @Nullable String content) {
    var said = overheard.hear(content == null ? "" : content);
    json.put("content", said.rest());
    if (said.told() > 0) {
      json.put("offset", said.told());
    }
  }

  private static String name(String type) {
    return switch (type) {
      case "agent_message" -> "agent_choice";
      case "tool_response" -> "tool_call_response";
      case "notice", "check" -> "warning";
      default -> type;
    };
  }

  private static ObjectNode call(ObjectNode json, TurnEvent event) {
    return json.putObject("tool_call")
        .put("id", event.toolCallId())
        .put("type", "function")
        .putObject("function")
        .put("name", event.tool());
  }

  private static void question(ObjectNode json, RunEvent cause) {
    var need = need(cause);
    if (need != null) {
      json.put("message", need.text()).put("need", need.id());
      if (new Question(need).elicitation(null) instanceof InputRequest.Elicit(var _, var form)) {
        json.set("schema", form);
      }
    }
  }

  private static @Nullable Need need(RunEvent cause) {
    return cause instanceof RunEvent.Asked(var _, var need) ? need : null;
  }

  private static void usage(ObjectNode json, TurnEvent event) {
    var tokens = event.tokens();
    if (tokens != null) {
      json.put("input_tokens", tokens.input())
          .put("output_tokens", tokens.output())
          .put("cached_tokens", tokens.cached());
    }
    // A price that is not known is not said.
    json.put("cost", event.costUsd());
  }
}
