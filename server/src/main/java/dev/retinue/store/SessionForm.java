package dev.retinue.store;

import dev.retinue.core.Money;
import dev.retinue.core.Session;
import dev.retinue.core.StartKey;
import dev.retinue.core.Usage;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    return Rows.first(sql, SessionForm::read, "SELECT body FROM session WHERE id = ?", id);
  }

  /// Of another's nothing is read but whose it is.
  ///
  /// @param caller null for everybody's
  static Optional<Session> find(Statements sql, String id, @Nullable String caller)
      throws SQLException {
    return Rows.first(
        sql,
        SessionForm::read,
        "SELECT body FROM session WHERE id = ?" + RunForm.OF_CALLER,
        id,
        caller,
        caller);
  }

  static Session read(ResultSet row) throws SQLException {
    return Stored.JSON.readValue(row.getString(1), Session.class);
  }

  static Optional<Session> goingBy(Statements sql, String first) throws SQLException {
    return Rows.first(
        sql,
        SessionForm::read,
        """
        SELECT body FROM session WHERE id =
          coalesce((SELECT session FROM session_successor WHERE first = ?), ?)""",
        first,
        first);
  }

  static int noteSuccessor(Statements sql, String first, String session) throws SQLException {
    return Rows.update(
        sql,
        """
        INSERT INTO session_successor (first, session) VALUES (?, ?)
        ON CONFLICT (first) DO UPDATE SET session = excluded.session""",
        first,
        session);
  }

  /// Keys of sessions stand among those of runs: neither has an id of the other.
  static Optional<StartKey.EarlierSession> earlier(Statements sql, StartKey key)
      throws SQLException {
    return Rows.first(
        sql,
        row -> new StartKey.EarlierSession(row.getString(1), row.getString(2)),
        "SELECT run, digest FROM start_key WHERE caller = ? AND tool = ? AND key = ?",
        key.caller(),
        key.tool(),
        key.key());
  }

  static long origins(Statements sql, String session) throws SQLException {
    return Rows.first(
            sql,
            row -> row.getLong(1),
            "SELECT count(*) FROM session_origin WHERE session = ?",
            session)
        .orElse(0L);
  }

  /// Whether somebody speaks in one stands in its body.
  static List<Session> idle(Statements sql, Instant since, int most) throws SQLException {
    return Rows.all(
            sql,
            SessionForm::read,
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
