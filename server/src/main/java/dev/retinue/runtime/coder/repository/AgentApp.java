package dev.retinue.runtime.coder.repository;

import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.client.Workspace.App;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which app of a workspace is the agent.
public final class AgentApp {
  private static final List<String> USUAL =
      List.of(
          "ccw",
          "claude-code",
          "agentapi",
          "claude",
          "codex",
          "goose",
          "aider",
          "opencode",
          "copilot",
          "amp",
          "auggie",
          "cursorcli",
          "kiro-cli");

  private AgentApp() {}

  /// The configured one; else the one that reports, the one whose health is that of an AgentAPI, or
  /// one with a usual name.
  ///
  /// @param slug the configured one, if there is one
  public static Optional<App> find(Workspace workspace, @Nullable String slug) {
    var apps = workspace.build().apps().filter(App::reachable).toList();
    if (slug != null) {
      return first(apps, app -> app.slug().equals(slug));
    }
    var latest = workspace.latestStatus();
    var sidebar = workspace.build().sidebarApp();
    return first(apps, app -> latest != null && app.id().equals(latest.appId()))
        .or(() -> first(apps, app -> app.id().equals(sidebar)))
        .or(() -> first(apps, AgentApp::isLookedAt))
        .or(
            () ->
                USUAL.stream()
                    .flatMap(usual -> first(apps, app -> app.slug().equals(usual)).stream())
                    .findFirst());
  }

  private static Optional<App> first(List<App> apps, Predicate<App> wanted) {
    return apps.stream().filter(wanted).findFirst();
  }

  private static boolean isLookedAt(App app) {
    try {
      var path = URI.create(app.healthUrl()).getPath();
      return path != null && path.endsWith("/status");
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
