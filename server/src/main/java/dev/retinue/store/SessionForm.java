package dev.retinue.store;

import dev.retinue.core.Money;
import dev.retinue.core.Session;
import dev.retinue.core.Usage;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How a session is written down.
final class SessionForm {
  /// Nothing is in it any more, and nobody goes on with what it goes on with.
  static final String UNUSED =
      """
      NOT EXISTS (SELECT 1 FROM run WHERE run.session = session.id)
      AND NOT EXISTS (SELECT 1 FROM session_origin AS line
        JOIN session AS later ON later.id = line.session
        WHERE line.origin = session.id AND later.closed_at IS NULL)""";

  private SessionForm() {}

  static Optional<Session> find(Statements sql, String id) throws SQLException {
    return Rows.first(
        sql,
        row -> Stored.JSON.readValue(row.getString(1), Session.class),
        "SELECT body FROM session WHERE id = ?",
        id);
  }

  static List<Session> list(Statements sql, String caller, boolean closedToo, int most)
      throws SQLException {
    return Rows.all(
        sql,
        row -> Stored.JSON.readValue(row.getString(1), Session.class),
        """
        SELECT body FROM session WHERE caller = ? AND (closed_at IS NULL OR ?)
        ORDER BY used_at DESC, id LIMIT ?""",
        caller,
        closedToo,
        most);
  }

  /// Whether somebody speaks in one stands in its body.
  static List<Session> idle(Statements sql, Instant since, int most) throws SQLException {
    return Rows.all(
            sql,
            row -> Stored.JSON.readValue(row.getString(1), Session.class),
            """
            SELECT body FROM session WHERE closed_at IS NULL AND used_at < ?
              AND NOT EXISTS (SELECT 1 FROM run WHERE run.session = session.id AND run.open = 1)
            ORDER BY used_at LIMIT ?""",
            Stored.micros(since),
            most)
        .stream()
        .filter(it -> !it.busy())
        .toList();
  }

  static int removeEmpty(Statements sql, Instant before) throws SQLException {
    return Rows.update(
        sql, "DELETE FROM session WHERE closed_at < ? AND " + UNUSED, Stored.micros(before));
  }

  static int save(Statements sql, Session session) throws SQLException {
    var closedAt = session.times().closedAt();
    return Rows.update(
        sql,
        """
        INSERT INTO session (id, caller, created_at, used_at, closed_at, body)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at,
          closed_at = excluded.closed_at, body = excluded.body""",
        session.id(),
        session.caller(),
        Stored.micros(session.times().createdAt()),
        Stored.micros(session.times().usedAt()),
        closedAt == null ? null : Stored.micros(closedAt),
        Stored.JSON.writeValueAsString(session));
  }

  /// All accounts of its turns, which count what is below them.
  static Session.Spent spent(Statements sql, String session) throws SQLException {
    return Rows.first(
            sql,
            row ->
                new Session.Spent(
                    new Usage(
                        new Money(row.getLong(1)),
                        row.getBoolean(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6)),
                    row.getLong(7)),
            """
            SELECT coalesce(sum(cost), 0), coalesce(max(unpriced), 0),
              coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0),
              coalesce(sum(cached_tokens), 0), coalesce(sum(turns), 0), coalesce(sum(runs), 0)
            FROM run JOIN account ON account.holder = run.id WHERE run.session = ?""",
            session)
        .orElse(new Session.Spent(Usage.NONE, 0));
  }

  /// What the origin itself goes on with is an origin, too.
  static int noteOrigin(Statements sql, String session, String origin) throws SQLException {
    return Rows.update(
        sql,
        """
        INSERT OR IGNORE INTO session_origin (session, origin)
        SELECT ?, ? UNION SELECT ?, origin FROM session_origin WHERE session = ?""",
        session,
        origin,
        session,
        origin);
  }
}
