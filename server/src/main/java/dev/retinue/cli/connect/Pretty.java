package dev.retinue.cli.connect;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON as people write it into settings: objects on lines of their own, lists on one.
final class Pretty {
  private static final JsonMapper JSON = JsonMapper.shared();

  private Pretty() {}

  /// @param unit how much further in each level stands
  static String json(JsonNode value, String unit) {
    return json(value, unit, "");
  }

  private static String json(JsonNode value, String unit, String indent) {
    if (value.isArray()) {
      return value
          .valueStream()
          .map(it -> json(it, unit, indent))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (!value.isObject() || value.isEmpty()) {
      return value.toString();
    }
    var inner = indent + unit;
    return value
        .propertyStream()
        .map(
            it ->
                inner
                    + JSON.writeValueAsString(it.getKey())
                    + ": "
                    + json(it.getValue(), unit, inner))
        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
  }
}
