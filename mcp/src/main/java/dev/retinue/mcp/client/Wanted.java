package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Json;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What a client wants to hear of. Servers of the older revisions tell of changed lists whether or
/// not they were asked, and know no tasks.
public record Wanted(
    boolean tools, boolean prompts, boolean resources, Set<String> uris, Set<String> tasks) {
  public static final Wanted LISTS = new Wanted(true, true, true, Set.of(), Set.of());

  public Wanted {
    uris = Set.copyOf(uris);
    tasks = Set.copyOf(tasks);
  }

  /// Changes of what is behind these addresses.
  public static Wanted resources(String... uris) {
    return new Wanted(false, false, false, Set.of(uris), Set.of());
  }

  public static Wanted task(String id) {
    return new Wanted(false, false, false, Set.of(), Set.of(id));
  }

  ObjectNode json() {
    var json = Json.object();
    if (tools) {
      json.put("toolsListChanged", true);
    }
    if (prompts) {
      json.put("promptsListChanged", true);
    }
    if (resources) {
      json.put("resourcesListChanged", true);
    }
    if (!uris.isEmpty()) {
      uris.forEach(json.putArray("resourceSubscriptions")::add);
    }
    if (!tasks.isEmpty()) {
      tasks.forEach(json.putArray("taskIds")::add);
    }
    return json;
  }
}
