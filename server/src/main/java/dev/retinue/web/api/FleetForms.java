package dev.retinue.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.fleet.AgentView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the API takes and gives where it is about the fleet.
final class FleetForms {
  private FleetForms() {}

  // What is given.

  record Deployments(
      @Description("Whether there is a deployment, and its tools are served.") boolean available,
      List<String> deployments,
      @Description("The one that is meant where none is named.") @Nullable String usual,
      @Description("How there would be one; missing if there is.") @Nullable String how) {}

  record Workspaces(List<Workspace> workspaces, @Description("How many.") int totalCount) {}

  /// An agent, and the workspace that it lives in.
  record Workspace(AgentView agent, Home home) {
    static Workspace row(FleetAgent agent) {
      return new Workspace(AgentView.row(agent), Home.of(agent.home()));
    }

    static Workspace whole(FleetAgent agent) {
      return new Workspace(AgentView.whole(agent), Home.of(agent.home()));
    }
  }

  record Home(
      @Description("What the workspace was made from.") @Nullable String template,
      @Description("Whose it is at the deployment.") @Nullable String owner,
      @Description("healthy, unhealthy, initializing or disabled, where there is an app to ask.")
          @Nullable String health) {
    private static Home of(FleetAgent.Home home) {
      return new Home(home.template(), home.owner(), home.health());
    }
  }

  record Roles(String project, List<Role> roles, @Description("How many.") int totalCount) {
    static Roles of(Fleet.Roles found) {
      var roles = found.all().stream().map(it -> new Role(it.name(), it.isDefault())).toList();
      return new Roles(found.project().name(), roles, roles.size());
    }
  }

  record Role(
      String name,
      @Description("Whether the project has it as its usual one.") @JsonProperty("default")
          boolean isDefault) {}

  /// What was done.
  record Done(
      String agentName,
      String workspaceId,
      String status,
      @Description("What was done, and what is still to come.") String message) {}

  // What is taken.

  record Creation(
      @Description("Unique short name: letters, digits and single hyphens between them.")
          @Limits(minLength = 1, maxLength = 64)
          String name,
      @Limits(minLength = 1) String project,
      @Description("What the agent should do.") @Limits(minLength = 1) String task,
      @Description("One of the roles of the project; without one the usual.")
          @Nullable String role) {}

  record Task(
      @Description("What the agent should do.") @Limits(minLength = 1) String task,
      @Description("Whether it waits if the agent is busy, instead of being refused.")
          @Default("false")
          boolean queue,
      @Description("Whether a workspace that is stopped is started first.") @Default("false")
          boolean startIfStopped) {}

  record Cancellation(
      @Description("Whether tasks that wait are removed, too.") @Default("false")
          boolean dropQueued) {
    static final Cancellation USUAL = new Cancellation(false);
  }
}
