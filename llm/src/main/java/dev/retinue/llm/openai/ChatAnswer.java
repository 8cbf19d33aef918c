package dev.retinue.llm.openai;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.wire.Answer;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What comes back.
final class ChatAnswer extends Answer {
  private static final String TEXT = "text";

  private final Thoughts text = new Thoughts(growing, TEXT);
  private final ChatCalls calls = new ChatCalls(growing);
  private boolean refused;

  ChatAnswer(Access access, String model, Listener listener) {
    super(access, model, listener);
  }

  @Override
  public void event(JsonNode event) {
    take(event, "delta");
  }

  @Override
  public void whole(JsonNode answer) {
    take(answer, "message");
  }

  private void take(JsonNode answer, String name) {
    refuseErrors(answer);
    answeredBy(answer.path("model"));
    var choice = answer.path("choices").path(0);
    refuseErrors(choice);
    said(choice.path(name));
    stop(choice.path("finish_reason").asString(""));
    if (answer.path("usage").isObject()) {
      used(Usage.of(answer.path("usage"), "prompt", "completion"));
    }
  }

  private void said(JsonNode message) {
    // Some say it under both names.
    for (var name : List.of("reasoning_content", "reasoning")) {
      var thought = message.path(name).asString("");
      if (!thought.isEmpty()) {
        growing.reasoning(TEXT, thought);
        break;
      }
    }
    text.more(message.path("content").asString(""));
    var refusal = message.path("refusal").asString("");
    refused |= !refusal.isEmpty();
    text.more(refusal);
    message.path("tool_calls").forEach(calls::more);
  }

  private void stop(String reason) {
    switch (reason) {
      case "" -> {
        // Not yet.
      }
      case "length", "model_length" -> end(Stop.LENGTH);
      case "content_filter" -> end(Stop.REFUSED);
      case "error", "insufficient_system_resource" ->
          throw failure(Kind.OVERLOADED, "gave up in the middle of its answer");
      default -> end(Stop.DONE);
    }
  }

  /// Some say nothing else at the end.
  @Override
  public void done() {
    if (!isComplete() && !growing.isEmpty()) {
      end(Stop.DONE);
    }
  }

  private void end(Stop why) {
    text.end();
    stopped(refused ? Stop.REFUSED : why);
  }
}
