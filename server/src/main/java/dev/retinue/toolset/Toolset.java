package dev.retinue.toolset;

import dev.retinue.mcp.ToolEntry;
import java.util.List;

/// A group of tools with one vocabulary.
///
/// @param instructions how a model should use them
public record Toolset(String name, String instructions, List<ToolEntry> tools) {
  public Toolset {
    tools = List.copyOf(tools);
  }
}
