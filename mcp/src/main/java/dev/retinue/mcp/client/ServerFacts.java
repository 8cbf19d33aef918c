package dev.retinue.mcp.client;

import dev.retinue.mcp.model.Implementation;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a server says of itself.
///
/// @param version the revision of the protocol that is spoken with it
/// @param info its name, if it tells it
public record ServerFacts(
    String version,
    @Nullable Implementation info,
    ObjectNode capabilities,
    @Nullable String instructions) {

  public boolean can(String capability) {
    return capabilities.has(capability);
  }
}
