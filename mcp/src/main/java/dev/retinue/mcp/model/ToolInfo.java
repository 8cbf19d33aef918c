package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A tool as `tools/list` shows it.
public record ToolInfo(
    String name,
    @Nullable String title,
    String description,
    ObjectNode inputSchema,
    @Nullable ObjectNode outputSchema,
    @Nullable Annotations annotations,
    @Nullable List<Icon> icons) {

  /// What a client may assume of a tool before it calls it.
  public record Annotations(
      @Nullable String title,
      @Nullable Boolean readOnlyHint,
      @Nullable Boolean destructiveHint,
      @Nullable Boolean idempotentHint,
      @Nullable Boolean openWorldHint) {}
}
