package dev.retinue.llm.wire;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes down what was chosen, and leaves out what was not.
public final class Choices {
  private Choices() {}

  public static void put(ObjectNode json, String name, @Nullable Double value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
