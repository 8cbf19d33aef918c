package dev.retinue.mcp.model;

import dev.retinue.mcp.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The name and version of a client or a server.
public record Implementation(
    String name,
    @Nullable String title,
    String version,
    @Nullable String description,
    @Nullable String websiteUrl,
    @Nullable List<Icon> icons) {

  public static Implementation of(String name, String version) {
    return new Implementation(name, null, version, null, null, null);
  }

  /// As it travels. Made by hand, because the first answer of a server waits for it, and the mapper
  /// takes long to get to know a record.
  public ObjectNode json() {
    var json = Json.object().put("name", name);
    putIfThere(json, "title", title);
    json.put("version", version);
    putIfThere(json, "description", description);
    putIfThere(json, "websiteUrl", websiteUrl);
    if (icons != null) {
      json.set("icons", Json.WIRE.<JsonNode>valueToTree(icons));
    }
    return json;
  }

  private static void putIfThere(ObjectNode json, String key, @Nullable String value) {
    if (value != null) {
      json.put(key, value);
    }
  }
}
