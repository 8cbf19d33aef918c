package dev.retinue.llm.scripted;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON, written as short as it is meant.
final class Tree {
  static final JsonMapper JSON = JsonMapper.shared();

  private Tree() {}

  /// An object of names and values in turn; a value may be anything that can be made JSON.
  static ObjectNode of(@Nullable Object... namesAndValues) {
    var values = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return JSON.valueToTree(values);
  }

  /// A text as it is, nothing as nothing, everything else as JSON.
  static String text(JsonNode node) {
    if (node.isString()) {
      return node.stringValue();
    }
    return node.isMissingNode() || node.isNull() ? "" : node.toString();
  }
}
