package dev.retinue.mcp.rpc;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.StringNode;

/// The id of a request: text or a whole number, never null. Answers carry it unchanged.
///
/// They are compared by hand: what compares records the JVM makes when it is first run, and that
/// would be before the first answer.
public sealed interface RequestId {
  JsonNode json();

  record Text(String value) implements RequestId {
    @Override
    public JsonNode json() {
      return StringNode.valueOf(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Text text && text.value.equals(value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  record Whole(long value) implements RequestId {
    @Override
    public JsonNode json() {
      return LongNode.valueOf(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Whole whole && whole.value == value;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(value);
    }
  }

  static Optional<RequestId> read(JsonNode node) {
    if (node.isString()) {
      return Optional.of(new Text(node.stringValue()));
    }
    return node.isIntegralNumber() && node.canConvertToLong()
        ? Optional.of(new Whole(node.longValue()))
        : Optional.empty();
  }
}
