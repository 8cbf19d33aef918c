package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/// What a legacy client says of itself at the beginning.
///
/// @param name what it calls itself; empty if it does not say
record Peer(String name, ObjectNode capabilities) {
  static Peer of(ObjectNode params) {
    return new Peer(
        Json.child(params, "clientInfo").path("name").asString(""),
        Json.child(params, "capabilities"));
  }
}
