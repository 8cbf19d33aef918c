package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet.Done;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.staff.Trouble;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.CoderClient.NewBuild;
import dev.retinue.runtime.coder.client.CoderVersion;
import dev.retinue.runtime.coder.client.Deadline;
import dev.retinue.runtime.coder.client.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/// Workspaces that are removed and restarted, whatever happens to them at that moment.
final class Rebuilds {
  private static final String START = "start";
  private static final String STOP = "stop";
  static final Set<String> DOWN = Set.of("stopped", "failed", "canceled");
  private static final List<String> GOING = List.of("deleting", "deleted");

  /// How many restarts are seen to after their calls have returned.
  private static final int MOST_BEHIND = 100;

  private final CoderClient client;
  private final Pace pace;
  private final Semaphore behind = new Semaphore(MOST_BEHIND);

  Rebuilds(CoderClient client, Pace pace) {
    this.client = client;
    this.pace = pace;
  }

  Done delete(Workspace workspace) throws InterruptedException {
    var deadline = Deadline.in(pace.patience());
    var name = workspace.name();
    if (!GOING.contains(workspace.build().status())) {
      force(workspace, NewBuild.DELETE, deadline);
    }
    while (true) {
      var now = client.find(workspace.id());
      var status = now.map(it -> it.build().status()).orElse("deleted");
      if (status.equals("deleted")) {
        return new Done(
            name,
            workspace.id(),
            FleetStatus.DELETED,
            "Agent '%s' deleted successfully".formatted(name));
      }
      if (now.isPresent()
          && now.get().build().transition().equals("delete")
          && DOWN.contains(status)) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "The workspace of agent '%s' could not be deleted (%s); show_agent_log says why. Try again."
                .formatted(name, status));
      }
      if (deadline.isOver()) {
        return new Done(
            name,
            workspace.id(),
            FleetStatus.DELETING,
            "Deletion of agent '%s' has begun and goes on; show_agent says when it is gone"
                .formatted(name));
      }
      deadline.pause(pace.look());
    }
  }

  Done restart(Workspace workspace) throws InterruptedException {
    var deadline = Deadline.in(pace.patience());
    var status = workspace.build().status();
    if (GOING.contains(status)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' is being deleted and cannot be restarted.".formatted(workspace.name()));
    }
    if (DOWN.contains(status)) {
      start(workspace);
      return begun(workspace);
    }
    boolean itself = client.version().isAtLeast(CoderVersion.RESTARTS);
    if (!status.equals("stopping")) {
      force(workspace, new NewBuild(STOP, null, itself), deadline);
    }
    if (isStarted(workspace, itself && !status.equals("stopping"), deadline)) {
      return begun(workspace);
    }
    goOn(workspace, itself);
    return new Done(
        workspace.name(),
        workspace.id(),
        FleetStatus.STOPPING,
        "Agent '%s' is being stopped, and is started as soon as it has"
            .formatted(workspace.name()));
  }

  private static Done begun(Workspace workspace) {
    return new Done(
        workspace.name(),
        workspace.id(),
        FleetStatus.STARTING,
        "Agent '%s' restart initiated".formatted(workspace.name()));
  }

  /// Waits until it is stopped and started again, and starts it where the server does not.
  ///
  /// @param itself whether the server should
  private boolean isStarted(Workspace workspace, boolean itself, Deadline deadline)
      throws InterruptedException {
    var grace = Deadline.in(pace.grace());
    boolean stopped = false;
    while (true) {
      Optional<Workspace.Build> now;
      try {
        now = client.find(workspace.id()).map(Workspace::build);
      } catch (RetinueException e) {
        // It is being stopped, and whoever began that has to see to it.
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE || deadline.isOver()) {
          throw e;
        }
        deadline.pause(pace.look());
        continue;
      }
      if (now.isEmpty() || GOING.contains(now.get().status())) {
        throw new RetinueException(
            ErrorCode.CONFLICT, "Agent '%s' was deleted meanwhile.".formatted(workspace.name()));
      }
      boolean later = !now.get().id().equals(workspace.build().id());
      if (now.get().transition().equals(START) && later) {
        return true;
      }
      if (DOWN.contains(now.get().status())) {
        grace = stopped ? grace : Deadline.in(pace.grace());
        stopped = true;
        // What did not end well is not followed by anything.
        if (!itself || !now.get().status().equals("stopped") || grace.isOver()) {
          start(workspace);
          return true;
        }
      }
      if (deadline.isOver()) {
        return false;
      }
      deadline.pause(pace.look());
    }
  }

  /// The call has returned, and its promise is kept nevertheless.
  private void goOn(Workspace workspace, boolean itself) {
    if (!behind.tryAcquire()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "Agent '%s' is being stopped, and too many others are too; restart it once it is stopped."
              .formatted(workspace.name()));
    }
    Thread.ofVirtual()
        .name("restart-" + workspace.name())
        .start(
            () -> {
              try {
                if (!isStarted(workspace, itself, Deadline.in(pace.longest()))) {
                  Trouble.note("agent '%s' did not stop in time".formatted(workspace.name()));
                }
              } catch (RetinueException e) {
                Trouble.note(
                    "agent '%s' was not restarted: %s".formatted(workspace.name(), e.getMessage()));
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              } finally {
                behind.release();
              }
            });
  }

  /// Somebody who started it meanwhile did what we want.
  void start(Workspace workspace) throws InterruptedException {
    if (workspace.dormant()) {
      client.wake(workspace.id());
    }
    client.build(workspace.id(), new NewBuild(START, workspace.origin().requiredVersion(), false));
  }

  /// Begins a build although another one may be at work: that one is ended, or waited for.
  private void force(Workspace workspace, NewBuild wanted, Deadline deadline)
      throws InterruptedException {
    var cancelled = "";
    while (!client.build(workspace.id(), wanted)) {
      var now = client.find(workspace.id()).map(Workspace::build);
      if (now.isEmpty()) {
        return;
      }
      if (now.get().isActive() && !now.get().id().equals(cancelled)) {
        cancelled = now.get().id();
        client.cancelBuild(now.get());
      }
      if (deadline.isOver()) {
        throw new RetinueException(
            ErrorCode.CONFLICT,
            "The workspace of agent '%s' is %s, and Coder ends that for nobody else; try again when it is done."
                .formatted(workspace.name(), now.get().status()));
      }
      deadline.pause(pace.look());
    }
  }
}
