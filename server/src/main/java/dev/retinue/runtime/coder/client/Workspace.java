package dev.retinue.runtime.coder.client;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// As much of a workspace as we take out of what Coder says of it: the rest has secrets in it.
///
/// @param dormant whether Coder has put it to rest
/// @param taskId of the task that it belongs to, where that has an id
public record Workspace(
    String id,
    String name,
    String owner,
    Origin origin,
    Build build,
    boolean dormant,
    Times times,
    @Nullable AppStatus latestStatus,
    @Nullable String taskId) {
  public record Times(Instant createdAt, Instant updatedAt) {}

  /// The template that it was made from.
  ///
  /// @param requiredVersion what it must be started with; null for what it has
  public record Origin(
      String templateId, String name, String displayName, @Nullable String requiredVersion) {
    /// What its project is called.
    public String project() {
      return displayName.isBlank() ? name : displayName;
    }
  }

  /// One build of a workspace.
  ///
  /// @param transition start, stop or delete
  /// @param status what it made of the workspace: running, stopped, failed and so on
  /// @param sidebarApp the app that older servers name as the one to talk to
  public record Build(
      String id,
      String transition,
      String status,
      Instant createdAt,
      String versionId,
      @Nullable String presetId,
      @Nullable String sidebarApp,
      List<Agent> agents) {
    /// Whether its provisioner is still at work.
    public boolean isActive() {
      return List.of("pending", "starting", "stopping", "canceling", "deleting").contains(status);
    }

    public Stream<App> apps() {
      return agents.stream().flatMap(agent -> agent.apps().stream());
    }
  }

  /// What runs in the workspace for Coder; those of others below it are left out.
  public record Agent(String id, String name, String status, String lifecycle, List<App> apps) {}

  /// Something that is served in a workspace.
  ///
  /// @param subdomain its name before the host of apps; null where it has a path
  /// @param health disabled, initializing, healthy, unhealthy
  /// @param healthUrl where Coder looks how it is
  /// @param reachable whether it is one that is served in the workspace
  public record App(
      String id,
      String slug,
      @Nullable String subdomain,
      String health,
      String healthUrl,
      boolean reachable,
      List<AppStatus> statuses) {}

  /// What an agent said of its work.
  public record AppStatus(
      String id, String appId, String state, String message, @Nullable String uri, Instant at) {}
}
