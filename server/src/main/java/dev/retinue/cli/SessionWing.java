package dev.retinue.cli;

import dev.retinue.core.Manners;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.sessions.AgentPaths;
import dev.retinue.toolset.sessions.SessionTools;
import dev.retinue.toolset.sessions.Talks;
import dev.retinue.toolset.sessions.turn.TurnResources;
import dev.retinue.toolset.sessions.turn.TurnViews;
import dev.retinue.toolset.waiting.Attending;
import java.time.InstantSource;

/// All that belongs to the toolset `sessions`.
final class SessionWing {
  private SessionWing() {}

  /// What it offers where no daemon has said so yet.
  static void show(McpServer offers) {
    SessionTools.TYPES.forEach(type -> offers.add(ToolEntry.shown(type)));
    offers.add(TurnResources.shown());
  }

  static Toolset toolset(Household household, Manners manners) {
    return SessionTools.toolset(talks(household, manners), paths(), household.inlineAgents());
  }

  static Talks talks(Household household, Manners manners) {
    var staff = household.staff();
    return new Talks(
        staff, new Attending(staff, manners), new TurnViews(staff, InstantSource.system()));
  }

  static AgentPaths paths() {
    return AgentPaths.of(System.getenv());
  }
}
