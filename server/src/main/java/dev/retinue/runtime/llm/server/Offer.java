package dev.retinue.runtime.llm.server;

import dev.retinue.core.tool.ServerState;
import dev.retinue.llm.Prompt.ToolSpec;

/// A tool that a server offers.
///
/// @param name as the server calls it
/// @param spec as models are told of it
/// @param repeatable whether doing it twice does no more than doing it once, as the server says
record Offer(String name, ToolSpec spec, boolean repeatable) {
  ServerState.Offered shown() {
    return new ServerState.Offered(spec.name(), spec.description(), repeatable, spec.schema());
  }
}
