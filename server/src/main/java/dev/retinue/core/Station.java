package dev.retinue.core;

import org.jspecify.annotations.Nullable;

/// Where an agent of the fleet works: in a workspace that is there, or in one that is made for each
/// run and goes with it.
///
/// @param deployment whose workspace it is; null for the usual one
/// @param agent the one that is there; null where one is made
/// @param project what one is made for; null where one is there
/// @param role what one is made to be; null for the usual of its project
public record Station(
    @Nullable String deployment,
    @Nullable String agent,
    @Nullable String project,
    @Nullable String role) {
  public Station {
    if ((agent == null) == (project == null) || (agent != null && role != null)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "An agent of the fleet is one that is there ('agent'), or is made for a project ('project', and perhaps 'role').");
    }
  }

  /// One that is there.
  public static Station of(@Nullable String deployment, String agent) {
    return new Station(deployment, agent, null, null);
  }

  /// Whether it is made for each run.
  public boolean isMade() {
    return agent == null;
  }
}
