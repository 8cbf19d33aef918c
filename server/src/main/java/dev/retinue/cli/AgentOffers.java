package dev.retinue.cli;

import dev.retinue.cli.front.Hello;
import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.toolset.sessions.AgentTools;

/// What is served to a client that wants some agents and nothing else: each is a tool.
final class AgentOffers {
  static final String INSTRUCTIONS =
      "Each tool is an agent: say in message what it is to do, and its answer is the result.";

  private AgentOffers() {}

  /// A refusal if there is no such agent.
  static Eras eras(Household household, Caller caller, Hello.Only only, Manners manners) {
    var tools = new AgentTools(SessionWing.talks(household, manners), SessionWing.paths());
    var server = new McpServer(Implementation.of("retinue", Version.number()), INSTRUCTIONS);
    tools
        .of(caller, new AgentTools.Wanted(only.agent(), only.name(), only.sessions()))
        .forEach(server::add);
    return Assembly.shown(server);
  }
}
