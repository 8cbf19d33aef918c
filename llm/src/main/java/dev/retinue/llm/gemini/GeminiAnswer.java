package dev.retinue.llm.gemini;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.Tokens;
import dev.retinue.llm.wire.Answer;
import tools.jackson.databind.JsonNode;

/// What comes back.
final class GeminiAnswer extends Answer {
  private static final String TEXT = "text";

  private int calls;
  private int seals;

  GeminiAnswer(Access access, String model, Listener listener) {
    super(access, model, listener);
  }

  @Override
  public void event(JsonNode event) {
    refuseErrors(event);
    answeredBy(event.path("modelVersion"));
    count(event.path("usageMetadata"));
    if (!event.path("promptFeedback").path("blockReason").asString("").isEmpty()) {
      stopped(Stop.REFUSED);
    }
    var candidate = event.path("candidates").path(0);
    candidate.path("content").path("parts").forEach(this::part);
    stop(candidate.path("finishReason").asString(""));
  }

  private void part(JsonNode part) {
    var seal = part.path("thoughtSignature").asString("");
    var text = part.path(TEXT).asString("");
    if (part.path("functionCall").isObject()) {
      call(part.path("functionCall"), seal);
    } else if (part.path("thought").asBoolean(false)) {
      growing.reasoning(TEXT, text);
    } else {
      growing.text(TEXT, text);
      growing.seal("seal " + seals++, seal);
    }
  }

  private void call(JsonNode call, String seal) {
    var key = "call " + calls++;
    growing.call(key, call.path("id").asString(""), call.path("name").asString(""));
    growing.wholeInput(key, call.path("args").isObject() ? call.path("args").toString() : "{}");
    growing.sealCall(key, seal);
  }

  private void count(JsonNode usage) {
    if (usage.isObject()) {
      long cached = usage.path("cachedContentTokenCount").asLong(0);
      long thought = usage.path("thoughtsTokenCount").asLong(0);
      used(
          new Tokens(
              Math.max(0, usage.path("promptTokenCount").asLong(0) - cached),
              cached,
              0,
              usage.path("candidatesTokenCount").asLong(0) + thought,
              thought));
    }
  }

  private void stop(String reason) {
    switch (reason) {
      case "" -> {
        // Not yet.
      }
      case "STOP" -> stopped(Stop.DONE);
      case "MAX_TOKENS" -> stopped(Stop.LENGTH);
      case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER" ->
          throw failure(Kind.BROKEN, "gave no usable answer (%s)".formatted(reason));
      default -> stopped(Stop.REFUSED);
    }
  }

  @Override
  public void whole(JsonNode answer) {
    if (answer.isArray()) {
      answer.forEach(this::event);
    } else {
      event(answer);
    }
  }
}
