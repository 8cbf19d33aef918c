package dev.retinue.web.socket;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Glance;
import dev.retinue.web.api.Api;
import dev.retinue.web.api.BoardViews;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What one client is told of all runs: events in batches, with the rows of those that are new, and
/// how those at work look just now.
final class BoardFeed {
  /// About ten batches a second are smooth, and leave a browser time for whoever uses it.
  private static final Duration BREATH = Duration.ofMillis(100);

  /// So many at once are many: then the next ones are not waited for.
  private static final int MANY = 400;

  /// The reasons of those that wait in line change slowly, and each has to be looked up.
  private static final int MOST_QUEUED = 200;

  private final Api api;
  private final Caller caller;
  private final Predicate<ObjectNode> out;

  /// Those that have not ended, and whether they wait in line.
  private final Map<RunId, Boolean> open = new ConcurrentHashMap<>();

  private Map<RunId, Glance> told = Map.of();

  /// @param out says whether there is still somebody to hear it
  BoardFeed(Api api, Caller caller, Predicate<ObjectNode> out) {
    this.api = api;
    this.caller = caller;
    this.out = out;
  }

  /// Takes what has happened; may take its time.
  boolean take(List<Recorded> events, long cursor) {
    var message = ClientSocket.message("events").put("cursor", cursor);
    var made = new LinkedHashSet<RunId>();
    var brief = message.putArray("events");
    for (var recorded : events) {
      brief.add(BoardViews.brief(recorded));
      if (recorded.event() instanceof RunEvent.Created) {
        made.add(recorded.run());
      }
      note(recorded);
    }
    if (!made.isEmpty()) {
      rows(message.putArray("rows"), api.desk().staff().visible(caller, made).values());
    }
    if (!out.test(message)) {
      return false;
    }
    if (events.size() < MANY) {
      LockSupport.parkNanos(BREATH.toNanos());
    }
    return true;
  }

  void rows(ArrayNode rows, Iterable<Run> runs) {
    for (var run : runs) {
      note(run);
      rows.add(api.board().row(caller, run));
    }
  }

  void note(Run run) {
    if (!run.ended()) {
      open.put(run.id(), run.state() instanceof State.Queued);
    }
  }

  private void note(Recorded recorded) {
    switch (recorded.event()) {
      case RunEvent.Queued _, RunEvent.Requeued _ -> open.put(recorded.run(), true);
      case RunEvent.Started _ -> open.put(recorded.run(), false);
      case RunEvent.Completed _, RunEvent.Failed _, RunEvent.Stopped _ ->
          open.remove(recorded.run());
      default -> {
        // Nothing that changes who is at work.
      }
    }
  }

  /// How those look that have not ended, as far as that has changed: who, last output, liveness,
  /// why it waits in line.
  ObjectNode glances() {
    var now = look();
    var message = ClientSocket.message("glances");
    var runs = message.putArray("runs");
    now.forEach(
        (id, glance) -> {
          if (!glance.equals(told.getOrDefault(id, Glance.NOTHING))) {
            var heard = glance.lastOutputAt();
            var liveness = glance.liveness();
            runs.addArray()
                .add(id.text())
                .add(heard == null ? null : heard.toString())
                .add(liveness == null ? null : liveness.word())
                .add(glance.queueReason());
          }
        });
    told = now;
    return message;
  }

  private Map<RunId, Glance> look() {
    var crew = api.desk().staff().crew();
    var found = new HashMap<RunId, Glance>();
    Set<RunId> queued = new LinkedHashSet<>();
    open.forEach(
        (id, waits) -> {
          if (!waits) {
            found.put(id, crew.glance(id));
          } else if (queued.size() < MOST_QUEUED) {
            queued.add(id);
          }
        });
    var runs = api.desk().staff().visible(caller, queued);
    runs.forEach((id, run) -> found.put(id, crew.glance(run)));
    return found;
  }
}
