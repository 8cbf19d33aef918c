package dev.retinue.llm.gemini;

import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Turn;
import dev.retinue.llm.wire.Choices;
import dev.retinue.llm.wire.Growing;
import dev.retinue.llm.wire.Inputs;
import dev.retinue.llm.wire.Wire;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is sent.
final class GeminiRequest {
  private static final String PARTS = "parts";
  private static final String TEXT = "text";
  private static final String SIGNATURE = "thoughtSignature";

  /// Instead of the signature of a call that another model made.
  private static final String NOT_ITS_OWN = "skip_thought_signature_validator";

  /// From its third generation on it takes no call without a signature.
  private static final Pattern WANTS_SIGNATURES = Pattern.compile("gemini-(?![12][.-]).*");

  private GeminiRequest() {}

  static ObjectNode of(String model, Prompt prompt) {
    var json = Wire.JSON.createObjectNode();
    if (!prompt.system().isBlank()) {
      json.putObject("systemInstruction").putArray(PARTS).addObject().put(TEXT, prompt.system());
    }
    var contents = json.putArray("contents");
    boolean strict = WANTS_SIGNATURES.matcher(model).matches();
    prompt.turns().forEach(turn -> add(contents, turn, strict));
    if (!prompt.tools().isEmpty()) {
      tools(json.putArray("tools").addObject().putArray("functionDeclarations"), prompt);
    }
    var settings = json.putObject("generationConfig");
    settings.put("maxOutputTokens", prompt.settings().mostTokens());
    var sampling = prompt.settings().sampling();
    Choices.put(settings, "temperature", sampling.temperature());
    Choices.put(settings, "topP", sampling.topP());
    Choices.put(settings, "frequencyPenalty", sampling.frequencyPenalty());
    Choices.put(settings, "presencePenalty", sampling.presencePenalty());
    var effort = prompt.settings().effort();
    if (effort != null) {
      think(settings.putObject("thinkingConfig").put("includeThoughts", true), model, effort);
    }
    return json;
  }

  /// The second generation wants a number, all later ones a word.
  private static void think(ObjectNode thinking, String model, Prompt.Effort effort) {
    if (model.startsWith("gemini-2")) {
      thinking.put("thinkingBudget", thought(effort));
    } else {
      thinking.put("thinkingLevel", effort.name().toLowerCase(Locale.ROOT));
    }
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

  private static void add(ArrayNode contents, Turn turn, boolean strict) {
    switch (turn) {
      case Turn.Asked(var text) -> parts(contents, "user").addObject().put(TEXT, text);
      case Turn.Answered(var said) -> {
        var parts = Wire.JSON.createArrayNode();
        said.forEach(part -> add(parts, part));
        if (strict) {
          sign(parts);
        }
        if (!parts.isEmpty()) { // It takes no turn without parts.
          contents.addObject().put("role", "model").set(PARTS, parts);
        }
      }
      case Turn.Results(var results) -> {
        var parts = parts(contents, "user");
        for (var result : results) {
          var response = parts.addObject().putObject("functionResponse");
          identify(response, result.call()).put("name", result.tool());
          response.putObject("response").put(result.failed() ? "error" : "output", result.output());
        }
      }
    }
  }

  /// The first call of a turn carries the signature of all of them.
  private static void sign(ArrayNode parts) {
    ObjectNode first = null;
    for (var part : parts) {
      if (part.has(SIGNATURE)) {
        return;
      }
      if (first == null && part.has("functionCall") && part instanceof ObjectNode call) {
        first = call;
      }
    }
    if (first != null) {
      first.put(SIGNATURE, NOT_ITS_OWN);
    }
  }

  private static ArrayNode parts(ArrayNode contents, String role) {
    return contents.addObject().put("role", role).putArray(PARTS);
  }

  /// It wants its own ids back; those that it did not give it does not know.
  private static ObjectNode identify(ObjectNode call, String id) {
    return id.startsWith(Growing.OWN_ID) ? call : call.put("id", id);
  }

  private static void add(ArrayNode parts, Part part) {
    switch (part) {
      case Part.Text(var text) -> parts.addObject().put(TEXT, text);
      case Part.Reasoning(var _, var seal) -> {
        if (seal != null) { // Thoughts are not taken back, only what seals them.
          parts.addObject().put(TEXT, "").put(SIGNATURE, seal);
        }
      }
      case Part.Call(var id, var tool, var input, var seal) -> {
        var json = parts.addObject();
        var call = identify(json.putObject("functionCall"), id);
        call.put("name", tool).set("args", Inputs.object(input));
        if (seal != null) {
          json.put(SIGNATURE, seal);
        }
      }
    }
  }
}
