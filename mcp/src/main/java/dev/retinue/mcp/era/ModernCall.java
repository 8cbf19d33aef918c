package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A call whose questions end it: the answers come with the next request of the same kind.
final class ModernCall extends CallBase {
  private final ObjectNode given;
  private final ModernLine line;
  private final @Nullable LogLevel level;

  /// @param given what the client says to questions of an earlier round
  ModernCall(
      Caller caller, ObjectNode meta, ObjectNode given, ModernLine line, @Nullable LogLevel level) {
    super(caller, meta, Json.child(meta, Meta.CLIENT_CAPABILITIES));
    this.given = given;
    this.line = line;
    this.level = level;
  }

  @Override
  Map<String, ObjectNode> obtain(Map<String, InputRequest> questions) {
    questions.forEach(
        (key, question) -> {
          requireCapability(question);
          if (given.get(key) instanceof ObjectNode answer && question.accepts(answer)) {
            answers().put(key, answer);
          }
        });
    var open = new java.util.LinkedHashMap<>(questions);
    open.keySet().removeAll(answers().keySet());
    if (!open.isEmpty()) {
      throw new InputRequired(open);
    }
    return answers();
  }

  private void requireCapability(InputRequest question) {
    if (!clientCan(question.capability())) {
      throw missing(question.capability());
    }
  }

  static RpcException missing(String capability) {
    var required = Json.object();
    required.putObject(capability);
    return missing(required);
  }

  static RpcException missing(ObjectNode required) {
    var data = Json.object();
    data.set("requiredCapabilities", required);
    return new RpcException(
        new RpcError(
            RpcError.MISSING_CLIENT_CAPABILITY,
            "This needs a capability that the client did not declare: " + required,
            data),
        400);
  }

  @Override
  void send(Message.Notification notification) {
    line.send(notification);
  }

  @Override
  @Nullable LogLevel logLevel() {
    return level;
  }

  @Override
  public void releaseConnection() {
    // In this era a request lives and dies with its connection.
  }
}
