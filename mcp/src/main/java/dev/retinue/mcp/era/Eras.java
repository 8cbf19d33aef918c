package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Chooses the era of a message, for each message anew: both may come over one connection.
public record Eras(Stateless2026 modern, Stateful2025 legacy) {
  private static final Set<String> MODERN_METHODS =
      Set.of("server/discover", "subscriptions/listen");

  public void handle(Message message, Exchange exchange) {
    Era era = isModern(message, exchange) ? modern : legacy;
    era.handle(message, exchange);
  }

  private boolean isModern(Message message, Exchange exchange) {
    return message instanceof Message.Addressed addressed
        && isModern(addressed.method(), addressed.params(), exchange);
  }

  private boolean isModern(String method, ObjectNode params, Exchange exchange) {
    if (Json.child(params, "_meta").has(Meta.VERSION) || MODERN_METHODS.contains(method)) {
      return true;
    }
    if (!exchange.hasHeaders()) {
      // There the calls of both eras are known by one list of ids, and need no session.
      return method.equals("notifications/cancelled");
    }
    return !method.equals("initialize")
        && exchange.session() == null
        && isOfNoLegacyRevision(exchange.header("MCP-Protocol-Version"));
  }

  private boolean isOfNoLegacyRevision(@Nullable String version) {
    return version != null && !legacy.versions().contains(version.strip());
  }
}
