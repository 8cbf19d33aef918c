package dev.retinue.llm.anthropic;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.Tokens;
import dev.retinue.llm.wire.Answer;
import dev.retinue.llm.wire.Refusals;
import tools.jackson.databind.JsonNode;

/// What comes back.
final class AnthropicAnswer extends Answer {
  AnthropicAnswer(Access access, String model, Listener listener) {
    super(access, model, listener);
  }

  @Override
  public void event(JsonNode event) {
    int index = event.path("index").asInt(0);
    switch (event.path("type").asString("")) {
      case "message_start" -> begin(event.path("message"));
      case "content_block_start" -> block(index, event.path("content_block"));
      case "content_block_delta" -> delta(index, event.path("delta"));
      case "message_delta" -> {
        stop(event.path("delta").path("stop_reason").asString(""));
        count(event.path("usage"));
      }
      case "error" -> throw Refusals.inStream(access, event);
      default -> {
        // Signs of life, and what is still to be invented.
      }
    }
  }

  private void begin(JsonNode message) {
    answeredBy(message.path("model"));
    count(message.path("usage"));
  }

  private void block(int index, JsonNode block) {
    switch (block.path("type").asString("")) {
      case "text" -> growing.text(index, block.path("text").asString(""));
      case "thinking" -> {
        growing.reasoning(index, block.path("thinking").asString(""));
        growing.seal(index, block.path("signature").asString(""));
      }
      case "redacted_thinking" ->
          growing.seal(index, AnthropicRequest.REDACTED + block.path("data").asString(""));
      case "tool_use" -> {
        growing.call(index, block.path("id").asString(""), block.path("name").asString(""));
        if (!block.path("input").isEmpty()) {
          growing.wholeInput(index, block.path("input").toString());
        }
      }
      default -> {
        // What the provider does itself.
      }
    }
  }

  private void delta(int index, JsonNode delta) {
    switch (delta.path("type").asString("")) {
      case "text_delta" -> growing.text(index, delta.path("text").asString(""));
      case "thinking_delta" -> growing.reasoning(index, delta.path("thinking").asString(""));
      case "signature_delta" -> growing.seal(index, delta.path("signature").asString(""));
      case "input_json_delta" -> growing.input(index, delta.path("partial_json").asString(""));
      default -> {
        // Citations and the like.
      }
    }
  }

  /// They count from the beginning of the answer, and not every event has all of them.
  private void count(JsonNode usage) {
    var so = tokens();
    used(
        new Tokens(
            usage.path("input_tokens").asLong(so.input()),
            usage.path("cache_read_input_tokens").asLong(so.cacheRead()),
            usage.path("cache_creation_input_tokens").asLong(so.cacheWrite()),
            usage.path("output_tokens").asLong(so.output()),
            0));
  }

  private void stop(String reason) {
    switch (reason) {
      case "" -> {
        // Not yet.
      }
      case "tool_use" -> stopped(Stop.TOOLS);
      case "max_tokens" -> stopped(Stop.LENGTH);
      case "refusal" -> stopped(Stop.REFUSED);
      case "model_context_window_exceeded" ->
          throw failure(Kind.CONTEXT, "has no room for more of this conversation");
      default -> stopped(Stop.DONE);
    }
  }

  @Override
  public void whole(JsonNode answer) {
    refuseErrors(answer);
    begin(answer);
    int index = 0;
    for (var block : answer.path("content")) {
      block(index++, block);
    }
    stop(answer.path("stop_reason").asString(""));
  }
}
