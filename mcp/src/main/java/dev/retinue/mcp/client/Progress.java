package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How far a request is.
public record Progress(double done, @Nullable Double total, @Nullable String message) {
  static Progress of(ObjectNode params) {
    var total = params.get("total");
    return new Progress(
        params.path("progress").asDouble(0),
        total != null && total.isNumber() ? total.doubleValue() : null,
        Json.text(params, "message"));
  }
}
