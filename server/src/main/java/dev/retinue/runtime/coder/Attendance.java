package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet.Outcome;
import dev.retinue.core.fleet.Fleet.Progress;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Deadline;
import dev.retinue.runtime.coder.client.Workspace;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Waits for agents: until they are up, and until they have nothing to do any more.
final class Attendance {
  private static final int SLOWEST = 5;

  /// One that comes up seems to be idle before it has taken its first task.
  private static final int SILENT_LOOKS = 5;

  private final CoderClient client;
  private final Reach reach;
  private final Rebuilds rebuilds;
  private final Backlog backlog;
  private final Pace pace;

  Attendance(CoderClient client, Reach reach, Rebuilds rebuilds, Backlog backlog, Pace pace) {
    this.client = client;
    this.reach = reach;
    this.rebuilds = rebuilds;
    this.backlog = backlog;
    this.pace = pace;
  }

  /// Starts the workspace where it is stopped, and waits until its agent takes tasks or the time is
  /// over. Some templates give an agent its first task again when it starts: that is waited for
  /// too.
  Workspace bringUp(Workspace workspace, Deadline deadline, Progress progress)
      throws InterruptedException {
    var now = workspace;
    boolean begun = false;
    while (true) {
      var standing = reach.asked(now);
      boolean down = Rebuilds.DOWN.contains(now.build().status()) || now.dormant();
      // One that has just been started may not listen yet.
      boolean listens =
          !begun || standing.status() != FleetStatus.IDLE || standing.reason() == null;
      if ((standing.status().isFree() && listens)
          || (standing.status() == FleetStatus.BUSY && !begun)) {
        return now;
      }
      if (down && begun && !now.build().id().equals(workspace.build().id())) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "Agent '%s' could not be started (%s); show_agent_log says why."
                .formatted(now.name(), now.build().status()));
      }
      if (down && !begun) {
        rebuilds.start(now);
        begun = true;
        now = again(now);
        standing = reach.seen(now);
      }
      if (deadline.isOver() || isLost(now, standing)) {
        return now;
      }
      progress.tell("Agent '%s' is %s".formatted(now.name(), standing.status().word()));
      deadline.pause(pace.look());
      now = again(now);
    }
  }

  /// Neither up nor on its way to be, whatever is waited for.
  private static boolean isLost(Workspace workspace, Standing standing) {
    return workspace.build().status().equals("running")
        && !standing.status().isUp()
        && !standing.status().isComing();
  }

  private Workspace again(Workspace workspace) throws InterruptedException {
    return client
        .find(workspace.id())
        .filter(it -> !it.build().status().equals("deleted"))
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "Agent '%s' was deleted meanwhile.".formatted(workspace.name())));
  }

  /// @param queued the task that must not wait any more; null for none
  Outcome await(Workspace workspace, @Nullable String queued, Duration patience, Progress progress)
      throws InterruptedException {
    var deadline = Deadline.in(patience);
    var before = new Look(workspace, false, null);
    for (int looks = 1; true; looks++) {
      Look now;
      try {
        var seen = looks == 1 ? workspace : again(before.workspace());
        now = look(seen, queued, looks > SILENT_LOOKS, progress);
      } catch (RetinueException e) {
        // Coder may be away for a while, and the agent goes on meanwhile.
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE || deadline.isOver()) {
          throw e;
        }
        now = new Look(before.workspace(), false, null);
      }
      // That it seems to be idle says little before it seems so once more.
      var end = now.end();
      if (end != null && (before.calm() || !end.status().isFree())) {
        return end;
      }
      if (deadline.isOver()) {
        var standing = reach.asked(now.workspace());
        return new Outcome(workspace.name(), standing.status(), null);
      }
      before = now;
      deadline.pause(pace.look().multipliedBy(Math.min(looks, SLOWEST)));
    }
  }

  /// What was seen of an agent.
  ///
  /// @param calm whether it seems to have nothing to do
  /// @param end what to answer, if that is all; null to go on
  private record Look(Workspace workspace, boolean calm, @Nullable Outcome end) {}

  /// @param silent whether one that has said nothing by now has nothing to say
  private Look look(Workspace workspace, @Nullable String queued, boolean silent, Progress progress)
      throws InterruptedException {
    var standing = reach.asked(workspace);
    boolean waits = queued != null && waits(workspace, queued);
    progress.tell(how(workspace, standing, waits));
    if (waits) {
      return new Look(workspace, false, null);
    }
    if (standing.status().isFree()) {
      var said = said(workspace);
      boolean calm = said.isEmpty() ? silent : !said.getLast().input();
      var end = new Outcome(workspace.name(), standing.status(), last(said));
      return new Look(workspace, calm, calm ? end : null);
    }
    boolean lost = !standing.status().isUp() && !standing.status().isComing();
    var end = new Outcome(workspace.name(), standing.status(), null);
    return new Look(workspace, false, lost ? end : null);
  }

  private static String how(Workspace workspace, Standing standing, boolean waits) {
    return waits
        ? "The task waits for agent '%s', which is %s"
            .formatted(workspace.name(), standing.status().word())
        : "Agent '%s' is %s".formatted(workspace.name(), standing.status().word());
  }

  private boolean waits(Workspace workspace, String queued) {
    return backlog.of(workspace).stream().anyMatch(it -> it.id().equals(queued));
  }

  private List<AppClient.Message> said(Workspace workspace) throws InterruptedException {
    if (reach.hasTask(workspace)) {
      return reach.tasks().messages(workspace).orElse(List.of());
    }
    return reach.app(workspace) == null ? List.of() : reach.apps().messages(reach.line(workspace));
  }

  private static @Nullable String last(List<AppClient.Message> said) {
    return said.isEmpty() ? null : Chronicle.plain(said.getLast().text());
  }
}
