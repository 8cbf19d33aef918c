package dev.retinue.store;

import dev.retinue.core.Retention;
import dev.retinue.core.RunId;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What the rules of retention let go. Trees go as a whole, so that no run loses what it comes
/// from.
final class Leavings {
  private final Statements sql;
  private final Retention rules;
  private final Instant now;

  Leavings(Statements sql, Retention rules, Instant now) {
    this.sql = sql;
    this.rules = rules;
    this.now = now;
  }

  /// A tree that has ended, and whose sessions are closed.
  ///
  /// @param endedAt when its root ended
  /// @param overAt when the last of it ended, which may be long after
  private record Tree(RunId root, long endedAt, long overAt, boolean seen) {}

  private record Total(long runs, long bytes) {}

  List<RunId> oldest(int most) throws SQLException {
    // What belongs to open sessions cannot go, and must not push others out.
    var kept =
        total(
            """
            SELECT count(*), coalesce(sum(bytes), 0) FROM run WHERE open = 0
              AND NOT EXISTS (SELECT 1 FROM session
                WHERE session.id = run.session AND closed_at IS NULL)""");
    var leaving = new ArrayList<RunId>();
    for (var tree : endedTrees()) {
      boolean tooMuch = kept.runs() > rules.runs() || kept.bytes() > rules.bytes();
      if (!tooMuch && tree.endedAt() >= before(rules.age())) {
        break;
      }
      boolean mayGo = tree.seen() || tree.overAt() < before(rules.unseenAge());
      if (mayGo && (tooMuch || tree.overAt() < before(rules.age()))) {
        var members = members(tree.root());
        if (!leaving.isEmpty() && leaving.size() + members.size() > most) {
          break;
        }
        leaving.addAll(members);
        var gone =
            total(
                "SELECT count(*), coalesce(sum(bytes), 0) FROM run WHERE " + RunForm.IN_TREE,
                tree.root().text(),
                tree.root().text());
        kept = new Total(kept.runs() - gone.runs(), kept.bytes() - gone.bytes());
      }
    }
    return leaving;
  }

  private long before(Duration age) {
    return Stored.micros(now.minus(age));
  }

  private List<Tree> endedTrees() throws SQLException {
    return Rows.all(
        sql,
        row ->
            new Tree(
                new RunId(row.getString(1)), row.getLong(2), row.getLong(3), row.getBoolean(4)),
        """
        SELECT id, ended_at, max(ended_at, coalesce((SELECT max(below.ended_at) FROM run AS below
          WHERE below.root = run.id AND below.is_root = 0), 0)), seen FROM run
        WHERE open = 0 AND is_root = 1
          AND NOT EXISTS (SELECT 1 FROM run AS below WHERE below.root = run.id AND below.open = 1)
          AND NOT EXISTS (SELECT 1 FROM session
            WHERE session.id = run.session AND closed_at IS NULL)
          AND NOT EXISTS (SELECT 1 FROM session_origin AS line
            JOIN session ON session.id = line.session
            WHERE line.origin = run.session AND session.closed_at IS NULL)
          AND NOT EXISTS (SELECT 1 FROM run AS below JOIN session ON session.id = below.session
            WHERE below.root = run.id AND below.is_root = 0 AND session.closed_at IS NULL)
        ORDER BY ended_at""");
  }

  private List<RunId> members(RunId root) throws SQLException {
    return Rows.all(
        sql,
        row -> new RunId(row.getString(1)),
        "SELECT id FROM run WHERE " + RunForm.IN_TREE + " ORDER BY number DESC",
        root.text(),
        root.text());
  }

  private Total total(String query, Object... values) throws SQLException {
    return Rows.first(sql, row -> new Total(row.getLong(1), row.getLong(2)), query, values)
        .orElseThrow();
  }
}
