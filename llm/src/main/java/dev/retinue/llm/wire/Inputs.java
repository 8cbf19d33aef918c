package dev.retinue.llm.wire;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// The inputs of tools as JSON objects.
public final class Inputs {
  private Inputs() {}

  static boolean isObject(CharSequence text) {
    try {
      return Wire.JSON.readTree(text.toString()).isObject();
    } catch (JacksonException e) {
      return false;
    }
  }

  /// What a model wrote as an object. What is none is kept as it is, in an object: the model sees
  /// later what it wrote.
  public static ObjectNode object(String text) {
    try {
      if (Wire.JSON.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      // Below.
    }
    return Wire.JSON.createObjectNode().put("unreadable", text);
  }
}
