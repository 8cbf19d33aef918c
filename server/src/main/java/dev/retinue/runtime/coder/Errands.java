package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet.Done;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.Deadline;
import dev.retinue.runtime.coder.client.Workspace;
import java.util.List;
import java.util.function.Supplier;

/// Tasks that are given to agents, and interrupted.
final class Errands {
  private static final int LOCKS = 64;

  private final Reach reach;
  private final String interrupt;
  private final Pace pace;
  private final Object[] locks = new Object[LOCKS];

  /// @param interrupt what is sent to interrupt an agent
  Errands(Reach reach, String interrupt, Pace pace) {
    this.reach = reach;
    this.interrupt = interrupt;
    this.pace = pace;
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  /// An agent that is idle, and to whom nobody else talks at the moment.
  interface Ear {
    /// All that it was told so far.
    List<String> said() throws InterruptedException;

    void say(String task) throws InterruptedException;
  }

  /// Something to do with an agent that is idle.
  interface Talk {
    void with(Ear ear) throws InterruptedException;
  }

  /// Nothing happens if it is not idle.
  void offer(Workspace workspace, Talk talk) throws InterruptedException {
    if (!reach.seen(workspace).status().isUp()) {
      return;
    }
    synchronized (lock(workspace.id())) {
      if (reach.hasTask(workspace)) {
        if (reach.seen(workspace).status().isFree()) {
          talk.with(ear(workspace));
        }
        return;
      }
      var line = reach.line(workspace);
      if (reach.state(line, AppClient.TIME).stable()) {
        talk.with(ear(line));
      }
    }
  }

  /// By way of its task.
  private Ear ear(Workspace workspace) {
    return new Ear() {
      @Override
      public List<String> said() throws InterruptedException {
        // Where that cannot be read, nobody knows what was said.
        return told(
            reach
                .tasks()
                .messages(workspace)
                .orElseThrow(
                    () ->
                        new RetinueException(
                            ErrorCode.SERVICE_UNAVAILABLE,
                            "What agent '%s' was told cannot be read now; try again."
                                .formatted(workspace.name()))));
      }

      @Override
      public void say(String task) throws InterruptedException {
        reach.tasks().send(workspace, task);
      }
    };
  }

  private Ear ear(AppClient.Line line) {
    return new Ear() {
      @Override
      public List<String> said() throws InterruptedException {
        return told(reach.apps().messages(line));
      }

      @Override
      public void say(String task) throws InterruptedException {
        reach.apps().say(line, task);
      }
    };
  }

  private static List<String> told(List<AppClient.Message> messages) {
    return messages.stream().filter(AppClient.Message::input).map(AppClient.Message::text).toList();
  }

  /// While nobody talks to the agent.
  <T> T alone(String workspace, Supplier<T> work) {
    synchronized (lock(workspace)) {
      return work.get();
    }
  }

  void start(Workspace workspace, String task) throws InterruptedException {
    var seen = reach.seen(workspace);
    if (!seen.status().isUp()) {
      throw offline(workspace, seen);
    }
    if (seen.status() == FleetStatus.BUSY && reach.app(workspace) == null) {
      throw busy(workspace);
    }
    synchronized (lock(workspace.id())) {
      if (reach.hasTask(workspace)) {
        reach.tasks().send(workspace, task);
        return;
      }
      var line = reach.line(workspace);
      if (!reach.state(line, AppClient.TIME).stable()) {
        throw busy(workspace);
      }
      // Somebody else may have been faster: then the agent itself says that it is busy.
      reach.apps().say(line, task);
    }
  }

  /// One interrupt, and only for an agent that is at work: to one that is not it means something
  /// else, and a second one may end it.
  Done cancel(Workspace workspace) throws InterruptedException {
    var seen = reach.seen(workspace);
    if (!seen.status().isUp()) {
      throw nothingToCancel(workspace, seen.status());
    }
    if (seen.status().isFree() && reach.app(workspace) == null) {
      throw nothingToCancel(workspace, seen.status());
    }
    synchronized (lock(workspace.id())) {
      var line = reach.line(workspace);
      var state = reach.state(line, AppClient.TIME);
      if (state.stable()) {
        throw nothingToCancel(workspace, FleetStatus.IDLE);
      }
      if (!state.terminal()) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "Agent '%s' does not work at a terminal, so it takes no interrupt; restart_agent ends its task."
                .formatted(workspace.name()));
      }
      reach.apps().press(line, interrupt);
      return cancelled(workspace, line);
    }
  }

  private Done cancelled(Workspace workspace, AppClient.Line line) throws InterruptedException {
    var name = workspace.name();
    var sent = "Interrupt signal sent to agent '%s'".formatted(name);
    boolean idle = settles(line);
    return new Done(
        name,
        workspace.id(),
        idle ? FleetStatus.IDLE : FleetStatus.BUSY,
        idle ? sent : sent + "; it has not stopped yet, show_agent says when it has");
  }

  /// That it does not answer does not undo the interrupt.
  private boolean settles(AppClient.Line line) throws InterruptedException {
    var deadline = Deadline.in(pace.settle());
    try {
      while (true) {
        if (reach.state(line, AppClient.TIME).stable()) {
          return true;
        }
        if (deadline.isOver()) {
          return false;
        }
        deadline.pause(pace.look());
      }
    } catch (RetinueException _) {
      return false;
    }
  }

  /// Two of us must not interrupt the same agent at once.
  private Object lock(String workspace) {
    return locks[Math.floorMod(workspace.hashCode(), LOCKS)];
  }

  private static RetinueException offline(Workspace workspace, Standing seen) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "Agent '%s' is offline (%s) and takes no task; wait until it is idle, restart it, or start it with 'start_if_stopped'."
            .formatted(workspace.name(), seen.status().word()));
  }

  private static RetinueException busy(Workspace workspace) {
    return new RetinueException(
        ErrorCode.CONFLICT,
        "Agent '%s' is busy; wait until it is idle, let the task wait with 'queue', or cancel what it does."
            .formatted(workspace.name()));
  }

  private static RetinueException nothingToCancel(Workspace workspace, FleetStatus status) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "Agent '%s' is %s and has no task to cancel.".formatted(workspace.name(), status.word()));
  }
}
