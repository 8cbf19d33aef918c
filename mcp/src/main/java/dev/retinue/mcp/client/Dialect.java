package dev.retinue.mcp.client;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A way to speak the protocol: what differs between the eras for a client.
sealed interface Dialect permits ModernDialect, LegacyDialect {
  ServerFacts server();

  /// Sends a request, answers what the server wants to know meanwhile, and returns the result.
  ObjectNode request(String method, ObjectNode params, @Nullable Consumer<Progress> progress);

  /// Calls a tool in such a way that the server may answer before the tool has ended.
  TaskHandle callAsTask(ObjectNode params);

  Subscription listen(Wanted wanted);

  /// Returns if the server is there.
  void ping();
}
