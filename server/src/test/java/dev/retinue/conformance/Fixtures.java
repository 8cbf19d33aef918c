package dev.retinue.conformance;

import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/// What the suite expects a server to have.
final class Fixtures {
  static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==");
  static final byte[] WAV =
      Base64.getDecoder().decode("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=");

  private Fixtures() {}

  static McpServer server() {
    var server = new McpServer(Implementation.of("fixtures", "1"), "For the conformance suite.");
    ToolFixtures.addTo(server);
    InputFixtures.addTo(server);
    TaskFixtures.addTo(server);
    OfferFixtures.addTo(server);
    return server;
  }

  static ToolEntry tool(String name, ToolEntry.Handler handler) {
    return tool(name, "{\"type\":\"object\"}", TaskSupport.NEVER, handler);
  }

  static ToolEntry tool(String name, String schema, TaskSupport tasks, ToolEntry.Handler handler) {
    var info = new ToolInfo(name, null, "A fixture.", object(schema), null, null, null);
    return ToolEntry.of(info, tasks, handler);
  }

  static ObjectNode object(String json) {
    return (ObjectNode) Json.WIRE.readTree(json);
  }
}
