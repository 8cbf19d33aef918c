package dev.retinue.toolset.fleet;

import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.mcp.schema.Description;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An agent of the fleet as clients see it.
public record AgentView(
    String name,
    String workspaceId,
    @Description("idle and waiting take a task, busy has one; all others cannot be talked to.")
        String status,
    @Description("Why it is so, where that is known.") @Nullable String reason,
    @Description("The preset that it was made from.") String role,
    String project,
    @Description("What it said last of its work.") @Nullable String lastTask,
    Instant createdAt,
    Instant updatedAt,
    @Description("How many tasks wait until it is idle, if any do.") @Nullable Integer queued,
    @Description("What its workspace was made from.") @Nullable String template,
    @Description("Whose its workspace is at the deployment.") @Nullable String owner,
    @Description("healthy, unhealthy, initializing or disabled, where there is an app to ask.")
        @Nullable String health,
    @Description("What else is known of it: what it was told when it was made.")
        @Nullable Map<String, String> metadata) {

  /// With all that is known.
  public static AgentView whole(FleetAgent agent) {
    return of(agent, agent.home(), agent.metadata());
  }

  /// As one of many.
  public static AgentView row(FleetAgent agent) {
    return of(agent, FleetAgent.Home.UNKNOWN, null);
  }

  private static AgentView of(
      FleetAgent agent, FleetAgent.Home home, @Nullable Map<String, String> metadata) {
    return new AgentView(
        agent.name(),
        agent.workspaceId(),
        agent.status().word(),
        agent.reason(),
        agent.role(),
        agent.project(),
        agent.lastTask(),
        agent.createdAt(),
        agent.updatedAt(),
        agent.queued() == 0 ? null : agent.queued(),
        home.template(),
        home.owner(),
        home.health(),
        metadata);
  }
}
