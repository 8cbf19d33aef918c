package dev.retinue.llm.openai;

import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Turn;
import dev.retinue.llm.wire.Choices;
import dev.retinue.llm.wire.Inputs;
import dev.retinue.llm.wire.Wire;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is sent.
final class ResponsesRequest {
  private static final String TYPE = "type";
  private static final String CONTENT = "content";

  /// Only who thinks can be asked for sealed thoughts: others refuse the whole request.
  private static final Pattern THINKS = Pattern.compile("(gpt-[5-9]|o\\d)(?!.*chat).*");

  private ResponsesRequest() {}

  static ObjectNode of(String model, Prompt prompt) {
    var json = Wire.JSON.createObjectNode().put("model", model);
    json.put("stream", true).put("store", false);
    json.put("max_output_tokens", prompt.settings().mostTokens());
    if (!prompt.system().isBlank()) {
      json.put("instructions", prompt.system());
    }
    var effort = prompt.settings().effort();
    if (effort != null) {
      json.putObject("reasoning")
          .put("effort", effort.name().toLowerCase(Locale.ROOT))
          .put("summary", "auto");
    }
    if (effort != null || THINKS.matcher(model).matches()) {
      json.putArray("include").add("reasoning.encrypted_content");
    }
    var sampling = prompt.settings().sampling();
    Choices.put(json, "temperature", sampling.temperature());
    Choices.put(json, "top_p", sampling.topP());
    var input = json.putArray("input");
    prompt.turns().forEach(turn -> add(input, turn));
    if (!prompt.tools().isEmpty()) {
      json.put("parallel_tool_calls", !sampling.isOneByOne());
      tools(json.putArray("tools"), prompt);
    }
    return json;
  }

  private static void tools(ArrayNode tools, Prompt prompt) {
    for (var tool : prompt.tools()) {
      var json = tools.addObject().put(TYPE, "function").put("name", tool.name());
      json.put("description", tool.description()).put("strict", false);
      json.set("parameters", Inputs.object(tool.schema()));
    }
  }

  private static void add(ArrayNode input, Turn turn) {
    switch (turn) {
      case Turn.Asked(var text) ->
          input
              .addObject()
              .put("role", "user")
              .putArray(CONTENT)
              .addObject()
              .put(TYPE, "input_text")
              .put("text", text);
      case Turn.Answered(var parts) -> parts.forEach(part -> add(input, part));
      case Turn.Results(var results) -> {
        for (var result : results) {
          input
              .addObject()
              .put(TYPE, "function_call_output")
              .put("call_id", result.call())
              .put("output", result.failed() ? "Error: " + result.output() : result.output());
        }
      }
    }
  }

  private static void add(ArrayNode input, Part part) {
    switch (part) {
      case Part.Text(var text) ->
          input
              .addObject()
              .put(TYPE, "message")
              .put("role", "assistant")
              .putArray(CONTENT)
              .addObject()
              .put(TYPE, "output_text")
              .put("text", text);
      case Part.Reasoning(var text, var seal) -> {
        if (seal != null) {
          var item = input.addObject().put(TYPE, "reasoning").put("encrypted_content", seal);
          var summary = item.putArray("summary");
          if (!text.isEmpty()) {
            summary.addObject().put(TYPE, "summary_text").put("text", text);
          }
        }
      }
      case Part.Call(var id, var tool, var arguments, var _) ->
          input
              .addObject()
              .put(TYPE, "function_call")
              .put("call_id", id)
              .put("name", tool)
              .put("arguments", arguments);
    }
  }
}
