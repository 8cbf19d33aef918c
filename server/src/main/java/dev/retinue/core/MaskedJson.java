package dev.retinue.core;

import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// JSON whose texts are masked, and that stays JSON: who reads it later must be able to.
public final class MaskedJson {
  private MaskedJson() {}

  /// The same JSON where nothing in it is to be masked; what is none is masked as any text.
  public static String of(String json, UnaryOperator<String> mask) {
    var asText = mask.apply(json);
    if (asText.equals(json)) {
      return json;
    }
    try {
      var tree = JsonMapper.shared().readTree(json);
      return JsonMapper.shared().writeValueAsString(of(tree, mask));
    } catch (JacksonException e) {
      return asText;
    }
  }

  private static JsonNode of(JsonNode json, UnaryOperator<String> mask) {
    if (json.isObject()) {
      var copy = JsonNodeFactory.instance.objectNode();
      json.properties().forEach(it -> copy.set(mask.apply(it.getKey()), of(it.getValue(), mask)));
      return copy;
    }
    if (json.isArray()) {
      var copy = JsonNodeFactory.instance.arrayNode();
      json.forEach(it -> copy.add(of(it, mask)));
      return copy;
    }
    var text = json.asString("");
    var masked = mask.apply(text);
    return masked.equals(text) ? json : JsonNodeFactory.instance.stringNode(masked);
  }
}
