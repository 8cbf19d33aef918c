package dev.retinue.mcp.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One message of JSON-RPC 2.0.
public sealed interface Message {
  /// As it travels. (A method of each, not a `switch` over all: the JVM makes the machinery of such
  /// a switch when it is first run, and a client waits for the first message.)
  ObjectNode json();

  /// A message that names a method.
  sealed interface Addressed extends Message {
    String method();

    ObjectNode params();
  }

  /// Wants an answer.
  record Request(RequestId id, String method, ObjectNode params) implements Addressed {
    @Override
    public ObjectNode json() {
      var json = begin(id);
      json.put("method", method).set("params", params);
      return json;
    }
  }

  /// Wants none.
  record Notification(String method, ObjectNode params) implements Addressed {
    @Override
    public ObjectNode json() {
      var json = begin().put("method", method);
      json.set("params", params);
      return json;
    }
  }

  /// The answer to a request.
  record Result(RequestId id, JsonNode result) implements Message {
    @Override
    public ObjectNode json() {
      var json = begin(id);
      json.set("result", result);
      return json;
    }
  }

  /// The refusal of a request, or of something that was none and so has no id.
  record Failure(@Nullable RequestId id, RpcError error) implements Message {
    @Override
    public ObjectNode json() {
      var json = id == null ? begin().putNull("id") : begin(id);
      json.set("error", Json.WIRE.valueToTree(error));
      return json;
    }
  }

  private static ObjectNode begin() {
    return Json.object().put("jsonrpc", "2.0");
  }

  private static ObjectNode begin(RequestId id) {
    var json = begin();
    json.set("id", id.json());
    return json;
  }
}
