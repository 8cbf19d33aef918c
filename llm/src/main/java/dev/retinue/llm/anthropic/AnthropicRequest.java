package dev.retinue.llm.anthropic;

import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Turn;
import dev.retinue.llm.wire.Inputs;
import dev.retinue.llm.wire.Wire;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is sent. What does not change from turn to turn is marked, so that it is read from a cache.
final class AnthropicRequest {
  private static final String TYPE = "type";
  private static final String TEXT = "text";

  private AnthropicRequest() {}

  static ObjectNode of(String model, Prompt prompt) {
    var json = Wire.JSON.createObjectNode().put("model", model).put("stream", true);
    var effort = prompt.settings().effort();
    int thought = effort == null ? 0 : thought(effort);
    json.put("max_tokens", prompt.settings().mostTokens() + thought);
    if (thought > 0) {
      json.putObject("thinking").put(TYPE, "enabled").put("budget_tokens", thought);
    }
    if (!prompt.system().isBlank()) {
      var system = json.putArray("system").addObject().put(TYPE, TEXT).put(TEXT, prompt.system());
      keep(system);
    }
    if (!prompt.tools().isEmpty()) {
      tools(json.putArray("tools"), prompt);
    }
    var messages = json.putArray("messages");
    prompt.turns().forEach(turn -> add(messages, turn));
    keepUpTo(messages);
    return json;
  }

  private static int thought(Prompt.Effort effort) {
    return switch (effort) {
      case LOW -> 2048;
      case MEDIUM -> 8192;
      case HIGH -> 24576;
    };
  }

  private static void tools(ArrayNode tools, Prompt prompt) {
    ObjectNode last = null;
    for (var tool : prompt.tools()) {
      last = tools.addObject().put("name", tool.name()).put("description", tool.description());
      last.set("input_schema", Inputs.object(tool.schema()));
    }
    keep(last);
  }

  private static void keep(@Nullable ObjectNode block) {
    if (block != null) {
      block.putObject("cache_control").put(TYPE, "ephemeral");
    }
  }

  /// Everything up to the end of the conversation is read again in the next turn.
  private static void keepUpTo(ArrayNode messages) {
    if (!messages.isEmpty()
        && messages.get(messages.size() - 1).path("content") instanceof ArrayNode content
        && !content.isEmpty()
        && content.get(content.size() - 1) instanceof ObjectNode last) {
      keep(last);
    }
  }

  private static void add(ArrayNode messages, Turn turn) {
    switch (turn) {
      case Turn.Asked(var text) ->
          message(messages, "user").addObject().put(TYPE, TEXT).put(TEXT, text);
      case Turn.Answered(var parts) -> {
        var content = message(messages, "assistant");
        parts.forEach(part -> add(content, part));
      }
      case Turn.Results(var results) -> {
        var content = message(messages, "user");
        for (var result : results) {
          content
              .addObject()
              .put(TYPE, "tool_result")
              .put("tool_use_id", result.call())
              .put("content", result.output())
              .put("is_error", result.failed());
        }
      }
    }
  }

  private static ArrayNode message(ArrayNode messages, String role) {
    return messages.addObject().put("role", role).putArray("content");
  }

  private static void add(ArrayNode content, Part part) {
    switch (part) {
      case Part.Text(var text) -> {
        if (!text.isBlank()) { // It takes no text without words.
          content.addObject().put(TYPE, TEXT).put(TEXT, text);
        }
      }
      case Part.Reasoning(var text, var seal) -> {
        if (seal != null && text.isEmpty()) {
          content.addObject().put(TYPE, "redacted_thinking").put("data", seal);
        } else if (seal != null) { // What is not sealed it does not take back.
          content.addObject().put(TYPE, "thinking").put("thinking", text).put("signature", seal);
        }
      }
      case Part.Call(var id, var tool, var input, var _) -> {
        var call = content.addObject().put(TYPE, "tool_use").put("id", id).put("name", tool);
        call.set("input", Inputs.object(input));
      }
    }
  }
}
