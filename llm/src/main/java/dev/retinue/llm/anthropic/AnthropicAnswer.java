package dev.retinue.llm.anthropic;

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
final class AnthropicAnswer implements Decoder {
  private final Access access;
  private final Growing growing;
  private String model;
  private Tokens tokens = Tokens.NONE;
  private @Nullable Stop stop;
  private boolean complete;

  AnthropicAnswer(Access access, String model, Listener listener) {
    this.access = access;
    this.model = model;
    this.growing = new Growing(listener);
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
      case "message_stop" -> complete = true;
      case "error" -> throw Refusals.inStream(access, event);
      default -> {
        // Signs of life, and what is still to be invented.
      }
    }
  }

  private void begin(JsonNode message) {
    model = message.path("model").asString(model);
    count(message.path("usage"));
  }

  private void block(int index, JsonNode block) {
    switch (block.path("type").asString("")) {
      case "text" -> growing.text(index, block.path("text").asString(""));
      case "thinking" -> {
        growing.reasoning(index, block.path("thinking").asString(""));
        seal(index, block.path("signature").asString(""));
      }
      case "redacted_thinking" -> seal(index, block.path("data").asString(""));
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

  private void seal(int index, String seal) {
    if (!seal.isEmpty()) {
      growing.seal(index, seal);
    }
  }

  private void delta(int index, JsonNode delta) {
    switch (delta.path("type").asString("")) {
      case "text_delta" -> growing.text(index, delta.path("text").asString(""));
      case "thinking_delta" -> growing.reasoning(index, delta.path("thinking").asString(""));
      case "signature_delta" -> seal(index, delta.path("signature").asString(""));
      case "input_json_delta" -> growing.input(index, delta.path("partial_json").asString(""));
      default -> {
        // Citations and the like.
      }
    }
  }

  /// Later numbers take the place of earlier ones: they count from the beginning.
  private void count(JsonNode usage) {
    tokens =
        new Tokens(
            usage.path("input_tokens").asLong(tokens.input()),
            usage.path("cache_read_input_tokens").asLong(tokens.cacheRead()),
            usage.path("cache_creation_input_tokens").asLong(tokens.cacheWrite()),
            usage.path("output_tokens").asLong(tokens.output()),
            0);
  }

  private void stop(String reason) {
    stop =
        switch (reason) {
          case "" -> stop;
          case "tool_use" -> Stop.TOOLS;
          case "max_tokens" -> Stop.LENGTH;
          case "refusal" -> Stop.REFUSED;
          case "model_context_window_exceeded" ->
              throw new ModelException(
                  Kind.CONTEXT, "%s: the conversation is too long.".formatted(access.provider()));
          default -> Stop.DONE;
        };
  }

  @Override
  public void whole(JsonNode answer) {
    if (answer.path("type").asString("").equals("error")) {
      throw Refusals.inStream(access, answer);
    }
    begin(answer);
    int index = 0;
    for (var block : answer.path("content")) {
      block(index++, block);
    }
    stop(answer.path("stop_reason").asString(""));
    complete = stop != null;
  }

  @Override
  public Reply reply() {
    if (!complete || stop == null) {
      throw new ModelException(
          Kind.BROKEN, "The answer of %s broke off.".formatted(access.provider()));
    }
    return new Reply(growing.parts(), stop, tokens, model);
  }
}
