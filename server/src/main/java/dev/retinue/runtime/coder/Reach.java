package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.TaskClient;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.repository.AgentApp;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way to the agent in a workspace.
final class Reach {
  private final AppClient apps;
  private final TaskClient tasks;
  private final @Nullable String slug;

  /// @param slug the configured app; null to find it
  Reach(CoderClient client, @Nullable String slug) {
    this.apps = client.apps();
    this.tasks = client.tasks();
    this.slug = slug;
  }

  Workspace.@Nullable App app(Workspace workspace) {
    return AgentApp.find(workspace, slug).orElse(null);
  }

  /// As Coder knows it, without asking the agent.
  Standing seen(Workspace workspace) {
    return Standing.of(workspace, app(workspace), null);
  }

  /// As the agent itself says it, where it can be asked.
  Standing asked(Workspace workspace) throws InterruptedException {
    var seen = seen(workspace);
    if (!seen.status().isUp() || app(workspace) == null) {
      return seen;
    }
    try {
      return Standing.of(workspace, app(workspace), state(line(workspace), AppClient.TIME));
    } catch (RetinueException e) {
      return new Standing(seen.status(), e.getMessage());
    }
  }

  AppClient.Line line(Workspace workspace) throws InterruptedException {
    var app =
        Optional.ofNullable(app(workspace))
            .orElseThrow(
                () ->
                    new RetinueException(
                        ErrorCode.SERVICE_UNAVAILABLE,
                        "Agent '%s' has no AgentAPI that could be asked; its template must start one, and 'fleet.app' can name it."
                            .formatted(workspace.name())));
    return apps.line(workspace, app);
  }

  AppClient.State state(AppClient.Line line, Duration time) throws InterruptedException {
    return apps.state(line, time);
  }

  /// Whether it can be told and heard by the tasks of Coder where it has no AgentAPI for us.
  boolean hasTask(Workspace workspace) throws InterruptedException {
    return app(workspace) == null && tasks.areThere();
  }

  TaskClient tasks() {
    return tasks;
  }

  AppClient apps() {
    return apps;
  }
}
