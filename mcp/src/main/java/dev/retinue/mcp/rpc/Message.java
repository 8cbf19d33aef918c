package dev.retinue.mcp.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One message of JSON-RPC 2.0.
public sealed interface Message {
  /// Wants an answer.
  record Request(RequestId id, String method, ObjectNode params) implements Message {}

  /// Wants none.
  record Notification(String method, ObjectNode params) implements Message {}

  /// The answer to a request.
  record Result(RequestId id, JsonNode result) implements Message {}

  /// The refusal of a request, or of something that was none and so has no id.
  record Failure(@Nullable RequestId id, RpcError error) implements Message {}
}
