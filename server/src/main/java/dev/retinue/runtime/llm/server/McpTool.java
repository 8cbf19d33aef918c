package dev.retinue.runtime.llm.server;

import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Tool;
import tools.jackson.databind.node.ObjectNode;

/// A tool of a server.
record McpTool(Server server, Offer offer) implements Tool {
  @Override
  public ToolSpec spec() {
    return offer.spec();
  }

  @Override
  public boolean isRepeatable() {
    return offer.repeatable();
  }

  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    return server.call(offer.name(), input);
  }
}
