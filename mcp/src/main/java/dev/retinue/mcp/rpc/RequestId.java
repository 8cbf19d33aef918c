package dev.retinue.mcp.rpc;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.StringNode;

/// The id of a request: text or a whole number, never null. Answers carry it unchanged.
public sealed interface RequestId {
  JsonNode json();

  record Text(String value) implements RequestId {
    @Override
    public JsonNode json() {
      return StringNode.valueOf(value);
    }
  }

  record Whole(long value) implements RequestId {
    @Override
    public JsonNode json() {
      return LongNode.valueOf(value);
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
