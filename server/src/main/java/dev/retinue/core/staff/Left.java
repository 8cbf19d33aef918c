package dev.retinue.core.staff;

import dev.retinue.core.Background;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What turns leave at work in the background: those that come later find it, and what closes the
/// conversation ends it.
final class Left {
  private static final int MOST = 100;

  private Left() {}

  /// The conversation after this turn, inside the transaction that records its end.
  static Session behind(Change change, Session session, Run turn) {
    var begun = Background.of(turn);
    if (begun.isEmpty()) {
      return session;
    }
    var all = new ArrayList<>(session.past().background());
    begun.stream().filter(it -> !all.contains(it)).forEach(all::add);
    return session.leaving(all.size() > MOST ? withoutOldest(change, all) : all);
  }

  /// All that goes on in the background, with what a turn has begun whose answer is there and which
  /// is not gone yet.
  static List<RunId> of(Change change, Session session) {
    var turn = Optional.ofNullable(session.turn()).flatMap(change.records()::recorded);
    return Stream.concat(
            session.past().background().stream(),
            turn.stream().flatMap(it -> Background.of(it).stream()))
        .distinct()
        .toList();
  }

  /// The oldest that have ended make room; one at work is never lost.
  private static List<RunId> withoutOldest(Change change, List<RunId> all) {
    var ended = new HashSet<RunId>();
    for (var each : all) {
      if (ended.size() < all.size() - MOST
          && change.records().recorded(each).map(Run::ended).orElse(true)) {
        ended.add(each);
      }
    }
    var kept = new ArrayList<>(all);
    kept.removeAll(ended);
    return kept;
  }
}
