package dev.retinue.llm.scripted;

import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// What the APIs have in common.
final class Parts {
  private Parts() {}

  /// The texts of a content, which is a text or a list of parts; everything else in it is left out.
  static String text(JsonNode content) {
    if (content.isString()) {
      return content.stringValue();
    }
    var all = new StringBuilder();
    for (var part : content) {
      var text = part.path("text").asString("");
      if (!text.isEmpty()) {
        all.append(all.isEmpty() ? "" : "\n").append(text);
      }
    }
    return all.toString();
  }

  static String id(String prefix) {
    return prefix + "_" + unique();
  }

  static String unique() {
    return UUID.randomUUID().toString().replace("-", "").substring(0, 20);
  }
}
