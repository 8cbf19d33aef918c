package dev.retinue.core.staff;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a conversation is broken off or closed, inside the transaction that records it.
final class SessionEnds {
  private static final String CLOSED = "its session was closed";

  private SessionEnds() {}

  /// Stops whoever speaks, or the one that is meant.
  ///
  /// @param only the run that answers the message that is meant; null for whoever speaks
  /// @param all whether those that wait are stopped, too, and what goes on in the background
  static List<Run> interrupt(Change change, Session session, @Nullable RunId only, boolean all) {
    var runs = new ArrayList<>(all ? session.queue() : List.<RunId>of());
    if (only == null && session.turn() != null) {
      runs.add(session.turn());
    } else if (only != null
        && !runs.contains(only)
        && (only.equals(session.turn()) || session.queue().contains(only))) {
      runs.add(only);
    }
    if (all) {
      runs.addAll(Left.of(change, session));
    }
    return stop(change, runs, "it was interrupted");
  }

  /// Closing again is harmless. All that is at work for it is stopped.
  static void close(Change change, Session session) {
    change.records().save(session.close(change.now()));
    var runs = new ArrayList<>(session.queue());
    if (session.turn() != null) {
      runs.add(session.turn());
    }
    runs.addAll(Left.of(change, session));
    stop(change, runs, CLOSED);
  }

  /// Stops what the turns of one have left that is closed already.
  static void stopLeft(Change change, Session session) {
    stop(change, session.past().background(), CLOSED);
  }

  /// Those that wait come first, or they would have their turn.
  private static List<Run> stop(Change change, List<RunId> runs, String why) {
    var stopped = new ArrayList<Run>();
    for (var one : runs) {
      change
          .records()
          .run(one)
          .filter(it -> !it.ended())
          .ifPresent(it -> stopped.add(change.record(it, it.stop(why, change.now()))));
    }
    return List.copyOf(stopped);
  }
}
