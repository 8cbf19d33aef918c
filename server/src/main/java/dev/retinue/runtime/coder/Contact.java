package dev.retinue.runtime.coder;

import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.client.Workspace.AppStatus;
import org.jspecify.annotations.Nullable;

/// An agent as it was when it was looked at, for whoever has it work for him.
///
/// @param reason why it is so, where the status alone does not say it
public record Contact(Workspace workspace, FleetStatus status, @Nullable String reason) {
  /// The id of its workspace: the name may go to another one later.
  public String id() {
    return workspace.id();
  }

  public String name() {
    return workspace.name();
  }

  /// What it said last of its work; null if that is nothing.
  public @Nullable AppStatus report() {
    return workspace.latestStatus();
  }
}
