package dev.retinue.testing;

import dev.retinue.core.Manners;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.sessions.AgentPaths;
import dev.retinue.toolset.sessions.InlineAgents;
import dev.retinue.toolset.sessions.SessionTools;
import dev.retinue.toolset.sessions.Talks;
import dev.retinue.toolset.sessions.turn.TurnViews;
import dev.retinue.toolset.waiting.Attending;

/// The toolset `sessions` on a staff of tests.
public final class Talking {
  private Talking() {}

  public static Toolset toolset(TestStaff staff, Manners manners) {
    return toolset(staff, manners, new AgentPaths(null));
  }

  public static Toolset toolset(TestStaff staff, Manners manners, AgentPaths paths) {
    var talks =
        new Talks(
            staff.staff(),
            new Attending(staff.staff(), manners),
            new TurnViews(staff.staff(), staff.clock()));
    return SessionTools.toolset(talks, paths, InlineAgents.NONE);
  }
}
