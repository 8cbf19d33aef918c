package dev.retinue.sdk;

import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.schema.ToolJson;
import java.util.List;

/// Makes ready what the first call needs, while its client reads the list of tools. None of the
/// agent's own code is run.
final class Readiness {
  private Readiness() {}

  static void begin(Household house, List<ToolEntry> tools) {
    Thread.ofVirtual().name("mcp-readiness").start(() -> make(house, tools));
  }

  private static void make(Household house, List<ToolEntry> tools) {
    house.lineage().sessionId();
    for (var tool : tools) {
      tool.input().violations(Sample.of(tool.info().inputSchema()));
    }
    for (var tool : house.spec().tools()) {
      ToolJson.MAPPER.readerFor(tool.input());
    }
  }
}
