package dev.retinue.llm.openai;

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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What comes back.
final class ChatAnswer implements Decoder {
  private static final String TEXT = "text";

  private final Access access;
  private final Growing growing;
  private String model;
  private Tokens tokens = Tokens.NONE;
  private @Nullable Stop stop;
  private int calls;

  ChatAnswer(Access access, String model, Listener listener) {
    this.access = access;
    this.model = model;
    this.growing = new Growing(listener);
  }

  @Override
  public void event(JsonNode event) {
    refuseErrors(event);
    model = event.path("model").asString(model);
    var choice = event.path("choices").path(0);
    said(choice.path("delta"));
    stop(choice.path("finish_reason").asString(""));
    count(event.path("usage"));
  }

  private void refuseErrors(JsonNode answer) {
    if (!answer.path("error").isMissingNode() && !answer.path("error").isNull()) {
      throw Refusals.inStream(access, answer);
    }
  }

  private void said(JsonNode message) {
    growing.reasoning(TEXT, message.path("reasoning_content").asString(""));
    growing.reasoning(TEXT, message.path("reasoning").asString(""));
    growing.text(TEXT, message.path("content").asString(""));
    growing.text(TEXT, message.path("refusal").asString(""));
    for (var call : message.path("tool_calls")) {
      call(call);
    }
  }

  /// Some give all calls the number 0, some give no number and some no id: a new id, or a name
  /// where none is to come, begins a new call.
  private void call(JsonNode call) {
    var id = call.path("id").asString("");
    var function = call.path("function");
    var name = function.path("name").asString("");
    boolean begins = calls == 0 || (!id.isEmpty() && !id.equals(growing.idOf(calls)));
    boolean moved = call.path("index").isNumber() && call.path("index").asInt(0) >= calls;
    if (begins || (moved && !name.isEmpty())) {
      calls++;
    }
    growing.call(calls, id, name);
    var arguments = function.path("arguments");
    growing.input(calls, arguments.isObject() ? arguments.toString() : arguments.asString(""));
  }

  private void stop(String reason) {
    stop =
        switch (reason) {
          case "" -> stop;
          case "length" -> Stop.LENGTH;
          case "content_filter" -> Stop.REFUSED;
          default -> Stop.DONE;
        };
  }

  private void count(JsonNode usage) {
    if (usage.isObject()) {
      long cached = usage.path("prompt_tokens_details").path("cached_tokens").asLong(0);
      tokens =
          new Tokens(
              Math.max(0, usage.path("prompt_tokens").asLong(0) - cached),
              cached,
              0,
              usage.path("completion_tokens").asLong(0),
              usage.path("completion_tokens_details").path("reasoning_tokens").asLong(0));
    }
  }

  @Override
  public void whole(JsonNode answer) {
    refuseErrors(answer);
    model = answer.path("model").asString(model);
    var choice = answer.path("choices").path(0);
    said(choice.path("message"));
    stop(choice.path("finish_reason").asString(""));
    count(answer.path("usage"));
  }

  @Override
  public Reply reply() {
    if (stop == null) {
      throw new ModelException(
          Kind.BROKEN, "The answer of %s broke off.".formatted(access.provider()));
    }
    // Some say that they have stopped when they wait for their tools.
    var why = stop == Stop.DONE && growing.hasCalls() ? Stop.TOOLS : stop;
    return new Reply(growing.parts(), why, tokens, model);
  }
}
