package dev.retinue.llm.anthropic;

import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Turn;
import dev.retinue.llm.wire.Choices;
import dev.retinue.llm.wire.Inputs;
import dev.retinue.llm.wire.Wire;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is sent. What does not change from turn to turn is marked, so that it is read from a cache.
final class AnthropicRequest {
  private static final String TYPE = "type";
  private static final String TEXT = "text";
  private static final String CONTENT = "content";

  /// Before the seal of a thought of which nothing is told.
  static final String REDACTED = "redacted:";

  private AnthropicRequest() {}

  static ObjectNode of(String model, Prompt prompt) {
    var json = Wire.JSON.createObjectNode().put("model", model).put("stream", true);
    var effort = prompt.settings().effort();
    json.put(
        "max_tokens",
        prompt.settings().mostTokens() + (effort == null ? 0 : Thinking.tokens(effort)));
    if (effort != null) {
      Thinking.ask(json, model, effort);
    }
    choose(json, prompt);
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

  /// Who thinks first chooses its words as it likes, and of two ways to choose only one is taken.
  private static void choose(ObjectNode json, Prompt prompt) {
    var sampling = prompt.settings().sampling();
    if (prompt.settings().effort() == null) {
      Choices.put(json, "temperature", sampling.temperature());
      Choices.put(json, "top_p", sampling.temperature() == null ? sampling.topP() : null);
    }
    if (sampling.isOneByOne() && !prompt.tools().isEmpty()) {
      json.putObject("tool_choice").put(TYPE, "auto").put("disable_parallel_tool_use", true);
    }
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

  /// Everything up to the end is read again in the next turn, and everything up to the end before
  /// it was kept in the last. With the system's and the tools' that makes four marks; more are not
  /// taken.
  private static void keepUpTo(ArrayNode messages) {
    int marks = 2;
    for (int i = messages.size() - 1; i >= 0 && marks > 0; i--) {
      var message = messages.get(i);
      if (message.path("role").asString("").equals("user")
          && message.path(CONTENT) instanceof ArrayNode content
          && content.get(content.size() - 1) instanceof ObjectNode last) {
        keep(last);
        marks--;
      }
    }
  }

  private static void add(ArrayNode messages, Turn turn) {
    switch (turn) {
      case Turn.Asked(var text) ->
          message(messages, "user").addObject().put(TYPE, TEXT).put(TEXT, text);
      case Turn.Answered(var parts) -> {
        var content = Wire.JSON.createArrayNode();
        parts.forEach(part -> add(content, part));
        if (!content.isEmpty()) { // It takes no message without content.
          messages.addObject().put("role", "assistant").set(CONTENT, content);
        }
      }
      case Turn.Results(var results) -> {
        var content = message(messages, "user");
        for (var result : results) {
          content
              .addObject()
              .put(TYPE, "tool_result")
              .put("tool_use_id", result.call())
              .put(CONTENT, result.output())
              .put("is_error", result.failed());
        }
      }
    }
  }

  private static ArrayNode message(ArrayNode messages, String role) {
    return messages.addObject().put("role", role).putArray(CONTENT);
  }

  private static void add(ArrayNode content, Part part) {
    switch (part) {
      case Part.Text(var text) -> {
        if (!text.isBlank()) { // It takes no text without words.
          content.addObject().put(TYPE, TEXT).put(TEXT, text);
        }
      }
      case Part.Reasoning(var text, var seal) -> {
        if (seal != null && seal.startsWith(REDACTED)) {
          var data = seal.substring(REDACTED.length());
          content.addObject().put(TYPE, "redacted_thinking").put("data", data);
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
