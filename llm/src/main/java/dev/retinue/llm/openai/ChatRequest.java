package dev.retinue.llm.openai;

import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Turn;
import dev.retinue.llm.wire.Choices;
import dev.retinue.llm.wire.Inputs;
import dev.retinue.llm.wire.Wire;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is sent. Only what all of those take who say that they are compatible.
final class ChatRequest {
  private static final String CONTENT = "content";
  private static final String FUNCTION = "function";

  private ChatRequest() {}

  static ObjectNode of(String model, Prompt prompt, Manner manner) {
    var json = Wire.JSON.createObjectNode().put("model", model).put("stream", true);
    if (manner.countsWhenAsked()) {
      json.putObject("stream_options").put("include_usage", true);
    }
    json.put(manner.limit(), prompt.settings().mostTokens());
    var effort = prompt.settings().effort();
    if (effort != null) {
      json.put("reasoning_effort", effort.name().toLowerCase(Locale.ROOT));
    }
    choose(json, prompt);
    var messages = json.putArray("messages");
    if (!prompt.system().isBlank()) {
      message(messages, "system").put(CONTENT, prompt.system());
    }
    prompt.turns().forEach(turn -> add(messages, turn, manner));
    if (!prompt.tools().isEmpty()) {
      tools(json.putArray("tools"), prompt);
    }
    return json;
  }

  private static void choose(ObjectNode json, Prompt prompt) {
    var sampling = prompt.settings().sampling();
    Choices.put(json, "temperature", sampling.temperature());
    Choices.put(json, "top_p", sampling.topP());
    Choices.put(json, "frequency_penalty", sampling.frequencyPenalty());
    Choices.put(json, "presence_penalty", sampling.presencePenalty());
    if (sampling.isOneByOne() && !prompt.tools().isEmpty()) {
      json.put("parallel_tool_calls", false);
    }
  }

  private static void tools(ArrayNode tools, Prompt prompt) {
    for (var tool : prompt.tools()) {
      var function = tools.addObject().put("type", FUNCTION).putObject(FUNCTION);
      function.put("name", tool.name()).put("description", tool.description());
      function.set("parameters", Inputs.object(tool.schema()));
    }
  }

  private static ObjectNode message(ArrayNode messages, String role) {
    return messages.addObject().put("role", role);
  }

  private static void add(ArrayNode messages, Turn turn, Manner manner) {
    switch (turn) {
      case Turn.Asked(var text) -> message(messages, "user").put(CONTENT, text);
      case Turn.Answered(var parts) -> answered(message(messages, "assistant"), parts, manner);
      case Turn.Results(var results) -> {
        for (var result : results) {
          message(messages, "tool")
              .put("tool_call_id", result.call())
              .put(CONTENT, result.failed() ? "Error: " + result.output() : result.output());
        }
      }
    }
  }

  private static void answered(ObjectNode message, List<Part> parts, Manner manner) {
    var text = new StringBuilder();
    var thoughts = new StringBuilder();
    for (var part : parts) {
      switch (part) {
        case Part.Text(var more) -> text.append(more);
        case Part.Reasoning(var more, var _) -> thoughts.append(more);
        case Part.Call(var id, var tool, var input, var _) -> {
          var calls = message.withArray("tool_calls");
          var call = calls.addObject().put("id", id).put("type", FUNCTION);
          call.putObject(FUNCTION).put("name", tool).put("arguments", input);
        }
      }
    }
    message.put(CONTENT, text.toString());
    if (manner.wantsThoughts()) {
      message.put("reasoning_content", thoughts.toString());
    }
  }
}
