package dev.retinue.runtime.coder;

import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.client.Workspace.App;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How an agent is, made of what Coder says of its workspace and what the agent says itself.
///
/// @param reason why, where the status alone does not say it
record Standing(FleetStatus status, @Nullable String reason) {
  private static final List<String> LOST = List.of("disconnected", "timeout");
  private static final List<String> COMING = List.of("created", "starting");
  private static final List<String> LEAVING =
      List.of("shutting_down", "off", "shutdown_timeout", "shutdown_error");

  /// @param app the app that is the agent; null if there is none
  /// @param said what the agent said of itself just now, which is above all else; null if it was
  ///   not asked
  static Standing of(Workspace workspace, @Nullable App app, AppClient.@Nullable State said) {
    var build = workspace.build();
    if (workspace.dormant()) {
      return new Standing(FleetStatus.STOPPED, "Coder has put its workspace to rest.");
    }
    if (!build.status().equals("running")) {
      return FleetStatus.find(build.status())
          .filter(status -> !status.isUp() && status != FleetStatus.OFFLINE)
          .map(status -> new Standing(status, null))
          .orElse(new Standing(FleetStatus.FAILED, "Coder says nothing of it that is known."));
    }
    if (any(build, it -> LOST.contains(it.status()) || LEAVING.contains(it.lifecycle()))) {
      return new Standing(
          FleetStatus.OFFLINE, "Its workspace runs, but is not connected to Coder.");
    }
    if (build.agents().isEmpty()
        || any(build, it -> !it.status().equals("connected") || COMING.contains(it.lifecycle()))
        || (app != null && app.health().equals("initializing"))) {
      return new Standing(FleetStatus.STARTING, null);
    }
    if (app != null && app.health().equals("unhealthy")) {
      return new Standing(FleetStatus.FAILED, "Its AgentAPI is not healthy; restart it.");
    }
    boolean busy = said == null ? says(workspace, "working") : !said.stable();
    if (busy) {
      return new Standing(FleetStatus.BUSY, null);
    }
    return says(workspace, "failure")
        ? new Standing(FleetStatus.WAITING, "It said that it failed; look what it needs.")
        : new Standing(FleetStatus.IDLE, null);
  }

  /// What an agent said in an earlier build says nothing of this one.
  private static boolean says(Workspace workspace, String state) {
    var latest = workspace.latestStatus();
    return latest != null
        && latest.state().equals(state)
        && latest.at().isAfter(workspace.build().createdAt());
  }

  private static boolean any(Workspace.Build build, Predicate<Workspace.Agent> wanted) {
    return build.agents().stream().anyMatch(wanted);
  }
}
