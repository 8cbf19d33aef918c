package dev.retinue.toolset;

import dev.retinue.mcp.Offer;
import dev.retinue.mcp.ToolEntry;
import java.util.List;

/// A group of tools with one vocabulary.
///
/// @param instructions how a model should use them
/// @param offers what belongs to them besides: resources and prompts
public record Toolset(String name, String instructions, List<ToolEntry> tools, List<Offer> offers) {
  public Toolset {
    tools = List.copyOf(tools);
    offers = List.copyOf(offers);
  }

  public Toolset(String name, String instructions, List<ToolEntry> tools) {
    this(name, instructions, tools, List.of());
  }
}
