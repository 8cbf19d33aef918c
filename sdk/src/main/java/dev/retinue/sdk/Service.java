package dev.retinue.sdk;

public record Service(String name) {
  tools.jackson.databind.node.ObjectNode describe() {
    return dev.retinue.mcp.rpc.Json.object().put("name", name);
  }
}
