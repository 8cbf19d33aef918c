package dev.retinue.llm.gemini;

import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Turn;
import dev.retinue.llm.wire.Inputs;
import dev.retinue.llm.wire.Wire;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is sent.
final class GeminiRequest {
  private static final String PARTS = "parts";
  private static final String TEXT = "text";
  private static final String SIGNATURE = "thoughtSignature";

  private GeminiRequest() {}

  static ObjectNode of(Prompt prompt) {
    var json = Wire.JSON.createObjectNode();
    if (!prompt.system().isBlank()) {
      json.putObject("systemInstruction").putArray(PARTS).addObject().put(TEXT, prompt.system());
    }
    var contents = json.putArray("contents");
    prompt.turns().forEach(turn -> add(contents, turn));
    if (!prompt.tools().isEmpty()) {
      tools(json.putArray("tools").addObject().putArray("functionDeclarations"), prompt);
    }
    var settings = json.putObject("generationConfig");
    settings.put("maxOutputTokens", prompt.settings().mostTokens());
    var effort = prompt.settings().effort();
    if (effort != null) {
      settings
          .putObject("thinkingConfig")
          .put("includeThoughts", true)
          .put("thinkingBudget", thought(effort));
    }
    return json;
  }

  private static int thought(Prompt.Effort effort) {
    return switch (effort) {
      case LOW -> 1024;
      case MEDIUM -> 8192;
      case HIGH -> 24576;
    };
  }

  private static void tools(ArrayNode declarations, Prompt prompt) {
    for (var tool : prompt.tools()) {
      var json = declarations.addObject().put("name", tool.name());
      json.put("description", tool.description());
      json.set("parametersJsonSchema", Inputs.object(tool.schema()));
    }
  }

  private static void add(ArrayNode contents, Turn turn) {
    switch (turn) {
      case Turn.Asked(var text) -> parts(contents, "user").addObject().put(TEXT, text);
      case Turn.Answered(var said) -> {
        var parts = parts(contents, "model");
        said.forEach(part -> add(parts, part));
      }
      case Turn.Results(var results) -> {
        var parts = parts(contents, "user");
        for (var result : results) {
          var response = parts.addObject().putObject("functionResponse");
          response.put("name", result.tool());
          response.putObject("response").put(result.failed() ? "error" : "output", result.output());
        }
      }
    }
  }

  private static ArrayNode parts(ArrayNode contents, String role) {
    return contents.addObject().put("role", role).putArray(PARTS);
  }

  private static void add(ArrayNode parts, Part part) {
    switch (part) {
      case Part.Text(var text) -> parts.addObject().put(TEXT, text);
      case Part.Reasoning _ -> {
        // Thoughts are not taken back; what seals them stands with the calls.
      }
      case Part.Call(var _, var tool, var input, var seal) -> {
        var json = parts.addObject();
        json.putObject("functionCall").put("name", tool).set("args", Inputs.object(input));
        if (seal != null) {
          json.put(SIGNATURE, seal);
        }
      }
    }
  }
}
