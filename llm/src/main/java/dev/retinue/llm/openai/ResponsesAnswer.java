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
final class ResponsesAnswer implements Decoder {
  private final Access access;
  private final Growing growing;
  private String model;
  private Tokens tokens = Tokens.NONE;
  private @Nullable Stop stop;
  private boolean refused;

  ResponsesAnswer(Access access, String model, Listener listener) {
    this.access = access;
    this.model = model;
    this.growing = new Growing(listener);
  }

  @Override
  public void event(JsonNode event) {
    int index = event.path("output_index").asInt(0);
    var delta = event.path("delta").asString("");
    switch (event.path("type").asString("")) {
      case "response.output_text.delta" -> growing.text(index, delta);
      case "response.refusal.delta" -> refuse(index, delta);
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          growing.reasoning(index, delta);
      case "response.output_item.done" -> item(index, event.path("item"), false);
      case "response.completed" -> end(event.path("response"), Stop.DONE);
      case "response.incomplete" -> end(event.path("response"), incomplete(event));
      case "response.failed" -> throw Refusals.inStream(access, event.path("response"));
      case "error" -> throw Refusals.inStream(access, event);
      default -> {
        // Announcements of what comes anyway.
      }
    }
  }

  private void refuse(int index, String words) {
    refused = true;
    growing.text(index, words);
  }

  private static Stop incomplete(JsonNode event) {
    var reason = event.path("response").path("incomplete_details").path("reason").asString("");
    return reason.equals("content_filter") ? Stop.REFUSED : Stop.LENGTH;
  }

  /// @param first whether nothing was heard of it before
  private void item(int index, JsonNode item, boolean first) {
    switch (item.path("type").asString("")) {
      case "function_call" -> {
        growing.call(index, item.path("call_id").asString(""), item.path("name").asString(""));
        growing.wholeInput(index, item.path("arguments").asString("{}"));
      }
      case "reasoning" -> {
        if (first) {
          item.path("summary")
              .forEach(it -> growing.reasoning(index, it.path("text").asString("")));
        }
        var seal = item.path("encrypted_content").asString("");
        if (!seal.isEmpty()) {
          growing.seal(index, seal);
        }
      }
      case "message" -> {
        if (first) {
          item.path("content").forEach(it -> growing.text(index, it.path("text").asString("")));
        }
      }
      default -> {
        // What the provider does itself.
      }
    }
  }

  private void end(JsonNode response, Stop otherwise) {
    model = response.path("model").asString(model);
    var usage = response.path("usage");
    long cached = usage.path("input_tokens_details").path("cached_tokens").asLong(0);
    tokens =
        new Tokens(
            Math.max(0, usage.path("input_tokens").asLong(0) - cached),
            cached,
            0,
            usage.path("output_tokens").asLong(0),
            usage.path("output_tokens_details").path("reasoning_tokens").asLong(0));
    stop = otherwise == Stop.DONE && growing.hasCalls() ? Stop.TOOLS : otherwise;
  }

  @Override
  public void whole(JsonNode answer) {
    var status = answer.path("status").asString("");
    if (status.equals("failed") || answer.path("error").isObject()) {
      throw Refusals.inStream(access, answer);
    }
    int index = 0;
    for (var item : answer.path("output")) {
      item(index++, item, true);
    }
    if (!status.isEmpty()) {
      end(answer, status.equals("incomplete") ? Stop.LENGTH : Stop.DONE);
    }
  }

  @Override
  public Reply reply() {
    if (stop == null) {
      throw new ModelException(
          Kind.BROKEN, "The answer of %s broke off.".formatted(access.provider()));
    }
    return new Reply(growing.parts(), refused ? Stop.REFUSED : stop, tokens, model);
  }
}
