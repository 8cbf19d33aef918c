package dev.retinue.llm.gemini;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.Tokens;
import dev.retinue.llm.wire.Decoder;
import dev.retinue.llm.wire.Growing;
import dev.retinue.llm.wire.Refusals;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What comes back.
final class GeminiAnswer implements Decoder {
  private static final String TEXT = "text";

  private final Access access;
  private final Growing growing;
  private String model;
  private Tokens tokens = Tokens.NONE;
  private @Nullable Stop stop;
  private int calls;

  GeminiAnswer(Access access, String model, Listener listener) {
    this.access = access;
    this.model = model;
    this.growing = new Growing(listener);
  }

  @Override
  public void event(JsonNode event) {
    if (event.path("error").isObject()) {
      throw Refusals.inStream(access, event);
    }
    model = event.path("modelVersion").asString(model);
    count(event.path("usageMetadata"));
    if (!event.path("promptFeedback").path("blockReason").asString("").isEmpty()) {
      stop = Stop.REFUSED;
    }
    var candidate = event.path("candidates").path(0);
    candidate.path("content").path("parts").forEach(this::part);
    stop(candidate.path("finishReason").asString(""));
  }

  private void part(JsonNode part) {
    var call = part.path("functionCall");
    if (call.isObject()) {
      var key = "call " + calls++;
      // It knows calls by their names; we need an id that no other call has.
      var id = call.path("id").asString("call_" + UUID.randomUUID());
      growing.call(key, id, call.path("name").asString(""));
      growing.wholeInput(key, call.path("args").isObject() ? call.path("args").toString() : "{}");
      var seal = part.path("thoughtSignature").asString("");
      if (!seal.isEmpty()) {
        growing.sealCall(key, seal);
      }
    } else if (part.path("thought").asBoolean(false)) {
      growing.reasoning(TEXT, part.path(TEXT).asString(""));
    } else {
      growing.text(TEXT, part.path(TEXT).asString(""));
    }
  }

  private void count(JsonNode usage) {
    if (usage.isObject()) {
      long cached = usage.path("cachedContentTokenCount").asLong(0);
      long thought = usage.path("thoughtsTokenCount").asLong(0);
      tokens =
          new Tokens(
              Math.max(0, usage.path("promptTokenCount").asLong(0) - cached),
              cached,
              0,
              usage.path("candidatesTokenCount").asLong(0) + thought,
              thought);
    }
  }

  private void stop(String reason) {
    stop =
        switch (reason) {
          case "" -> stop;
          case "STOP" -> growing.hasCalls() ? Stop.TOOLS : Stop.DONE;
          case "MAX_TOKENS" -> Stop.LENGTH;
          case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER" ->
              throw new ModelException(
                  Kind.BROKEN,
                  "%s gave no usable answer: %s.".formatted(access.provider(), reason));
          default -> Stop.REFUSED;
        };
  }

  @Override
  public void whole(JsonNode answer) {
    if (answer.isArray()) {
      answer.forEach(this::event);
    } else {
      event(answer);
    }
  }

  @Override
  public Reply reply() {
    if (stop == null) {
      throw new ModelException(
          Kind.BROKEN, "The answer of %s broke off.".formatted(access.provider()));
    }
    return new Reply(growing.parts(), stop, tokens, model);
  }
}
