package dev.retinue.store;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.Spend;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.Records;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What one transaction reads and writes.
final class SqlRecords implements Records {
  private static final String FIND = "SELECT " + RunForm.COLUMNS + ", number FROM run WHERE id = ?";

  private final Statements sql;
  // The numbers of the runs that this transaction has met.
  private final Map<RunId, Long> numbers = new HashMap<>();

  SqlRecords(Statements sql) {
    this.sql = sql;
  }

  @Override
  public Optional<Run> run(RunId id) {
    return find(FIND + " AND removed = 0", id);
  }

  @Override
  public Optional<Run> run(RunId id, @Nullable String caller) {
    return find(FIND + " AND removed = 0" + RunForm.OF_CALLER, id, caller, caller);
  }

  @Override
  public Optional<Run> recorded(RunId id) {
    return find(FIND, id);
  }

  private Optional<Run> find(String query, RunId id, @Nullable Object... more) {
    var values = new ArrayList<@Nullable Object>();
    values.add(id.text());
    values.addAll(Arrays.asList(more));
    return Sql.run(
        () ->
            Rows.first(
                sql,
                row -> {
                  numbers.put(id, row.getLong(6));
                  return RunForm.read(row);
                },
                query,
                values.toArray()));
  }

  @Override
  public void insert(Run run, @Nullable String prompt, List<RunEvent> events) {
    Sql.run(
        () -> {
          long number =
              Rows.first(
                      sql,
                      row -> row.getLong(1),
                      """
                      INSERT INTO run (id, caller, root, session, state, open, is_root, created_at,
                        sequence, progress, commission)
                      VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?) RETURNING number""",
                      run.id().text(),
                      run.commission().caller(),
                      run.root().text(),
                      run.commission().terms().session(),
                      run.state().word(),
                      run.commission().lineage().depth() == 0,
                      Stored.micros(run.commission().createdAt()),
                      run.sequence(),
                      RunForm.progress(run),
                      RunForm.commission(run))
                  .orElseThrow();
          if (prompt != null) {
            Rows.update(sql, "INSERT INTO prompt (run, text) VALUES (?, ?)", number, prompt);
          }
          numbers.put(run.id(), number);
          append(run, number, events);
          return number;
        });
  }

  @Override
  public void setPrompt(RunId run, String prompt) {
    Sql.run(
        () ->
            Rows.update(
                sql,
                """
                INSERT INTO prompt (run, text) VALUES (?, ?)
                ON CONFLICT (run) DO UPDATE SET text = excluded.text""",
                number(run),
                prompt));
  }

  @Override
  public void save(Run run, List<RunEvent> events) {
    Sql.run(
        () -> {
          var endedAt = run.endedAt();
          long number = number(run.id());
          int saved =
              Rows.update(
                  sql,
                  """
                  UPDATE run SET state = ?, open = ?, ended_at = ?, bytes = ?, sequence = ?,
                    progress = ? WHERE number = ? AND sequence = ?""",
                  run.state().word(),
                  !run.ended() || run.tenure().occupied(),
                  endedAt == null ? null : Stored.micros(endedAt),
                  RunForm.bytes(run),
                  run.sequence(),
                  RunForm.progress(run),
                  number,
                  run.sequence() - events.size());
          if (saved != 1) {
            throw new IllegalStateException("run '%s' was changed by another".formatted(run.id()));
          }
          append(run, number, events);
          return saved;
        });
  }

  private void append(Run run, long number, List<RunEvent> events) throws SQLException {
    long sequence = run.sequence() - events.size();
    for (var event : events) {
      sequence++;
      Rows.update(
          sql,
          """
          INSERT INTO event (run, sequence, at, kind, version, body) VALUES (?, ?, ?, ?, ?, ?)""",
          number,
          sequence,
          Stored.micros(event.at()),
          EventForm.kind(event),
          EventForm.VERSION,
          EventForm.body(event));
    }
  }

  private long number(RunId id) throws SQLException {
    var known = numbers.get(id);
    if (known != null) {
      return known;
    }
    long number =
        Rows.first(sql, row -> row.getLong(1), "SELECT number FROM run WHERE id = ?", id.text())
            .orElseThrow(() -> new IllegalStateException("run '%s' is gone".formatted(id)));
    numbers.put(id, number);
    return number;
  }

  @Override
  public List<Run> openInTree(RunId root) {
    return Sql.run(
        () ->
            Rows.all(
                sql,
                RunForm::read,
                "SELECT "
                    + RunForm.COLUMNS
                    + " FROM run WHERE root = ? AND open = 1 ORDER BY number",
                root.text()));
  }

  @Override
  public List<Run> tree(RunId root) {
    return Sql.run(
        () ->
            Rows.all(
                sql,
                RunForm::read,
                "SELECT "
                    + RunForm.COLUMNS
                    + " FROM run WHERE "
                    + RunForm.IN_TREE
                    + " ORDER BY number",
                root.text(),
                root.text()));
  }

  @Override
  public Optional<Account> account(RunId holder) {
    return Sql.run(() -> AccountForm.find(sql, holder));
  }

  @Override
  public void save(Account account) {
    Sql.run(() -> AccountForm.save(sql, account));
  }

  @Override
  public void note(Spend line) {
    Sql.run(() -> SpendForm.note(sql, line));
  }

  @Override
  public Money spent(String caller, LocalDate from, LocalDate to) {
    return Sql.run(() -> SpendForm.spent(sql, caller, from, to));
  }

  @Override
  public Money promised(String caller) {
    return Sql.run(() -> SpendForm.promised(sql, caller));
  }

  @Override
  public void promise(String caller, Money more) {
    Sql.run(() -> SpendForm.promise(sql, caller, more));
  }

  @Override
  public String keep(Agent agent) {
    return Sql.run(
        () -> {
          var digest = agent.digest();
          // Nearly always it is there, and need not be written out to find that.
          if (Rows.first(sql, _ -> true, "SELECT 1 FROM definition WHERE digest = ?", digest)
              .isEmpty()) {
            Rows.update(
                sql,
                "INSERT INTO definition (digest, body) VALUES (?, ?)",
                digest,
                Stored.JSON.writeValueAsString(agent));
          }
          return digest;
        });
  }

  @Override
  public Optional<StartKey.Earlier> earlier(StartKey key) {
    return Sql.run(
        () ->
            Rows.first(
                sql,
                row -> new StartKey.Earlier(new RunId(row.getString(1)), row.getString(2)),
                "SELECT run, digest FROM start_key WHERE caller = ? AND tool = ? AND key = ?",
                key.caller(),
                key.tool(),
                key.key()));
  }

  @Override
  public void remember(StartKey key, RunId run, Instant now) {
    Sql.run(() -> remember(key, now, run.text()));
  }

  private int remember(StartKey key, Instant now, String made) throws SQLException {
    return Rows.update(
        sql,
        """
        INSERT INTO start_key (caller, tool, key, digest, run, created_at)
        VALUES (?, ?, ?, ?, ?, ?)""",
        key.caller(),
        key.tool(),
        key.key(),
        key.digest(),
        made,
        Stored.micros(now));
  }

  @Override
  public Optional<StartKey.EarlierSession> earlierSession(StartKey key) {
    return Sql.run(() -> SessionForm.earlier(sql, key));
  }

  @Override
  public void remember(StartKey key, String session, Instant now) {
    Sql.run(() -> remember(key, now, session));
  }

  @Override
  public Optional<Session> session(String id, @Nullable String caller) {
    return Sql.run(() -> SessionForm.find(sql, id, caller));
  }

  @Override
  public Optional<Session> goingBy(String first) {
    return Sql.run(() -> SessionForm.goingBy(sql, first));
  }

  @Override
  public void noteSuccessor(String first, String session) {
    Sql.run(() -> SessionForm.noteSuccessor(sql, first, session));
  }

  @Override
  public long openSessions(String caller) {
    return Sql.run(() -> SessionSearch.count(sql, caller, false));
  }

  @Override
  public long origins(String session) {
    return Sql.run(() -> SessionForm.origins(sql, session));
  }

  @Override
  public Optional<Session> session(String id) {
    return Sql.run(() -> SessionForm.find(sql, id));
  }

  @Override
  public void save(Session session) {
    Sql.run(() -> SessionForm.save(sql, session));
  }

  @Override
  public Session.Spent spentIn(String session) {
    return Sql.run(() -> SessionForm.spent(sql, session));
  }

  @Override
  public void noteOrigin(String session, String origin) {
    Sql.run(() -> SessionForm.noteOrigin(sql, session, origin));
  }

  @Override
  public void removeEmptySessions(Instant before) {
    Sql.run(() -> SessionForm.removeEmpty(sql, before));
  }

  @Override
  public void markSeen(RunId run) {
    Sql.run(() -> Rows.update(sql, "UPDATE run SET seen = 1 WHERE id = ?", run.text()));
  }

  @Override
  public void markRemoved(RunId run) {
    Sql.run(() -> Rows.update(sql, "UPDATE run SET removed = 1 WHERE id = ?", run.text()));
  }

  @Override
  public void remove(RunId run) {
    record Gone(@Nullable String session, boolean byItsCaller) {}
    Sql.run(
        () -> {
          var gone =
              Rows.first(
                  sql,
                  row -> new Gone(row.getString(1), row.getBoolean(2)),
                  "DELETE FROM run WHERE id = ? AND open = 0 RETURNING session, removed",
                  run.text());
          if (gone.isPresent() && !gone.get().byItsCaller()) {
            Rows.update(sql, "DELETE FROM start_key WHERE run = ?", run.text());
          }
          return gone.map(Gone::session).map(this::removeIfOver).orElse(0);
        });
  }

  @Override
  public void removeKeys(Instant before) {
    Sql.run(
        () ->
            Rows.update(
                sql,
                """
                DELETE FROM start_key WHERE created_at < ?
                  AND NOT EXISTS (SELECT 1 FROM run WHERE run.id = start_key.run)
                  AND NOT EXISTS (SELECT 1 FROM session WHERE session.id = start_key.run)""",
                Stored.micros(before)));
  }

  private int removeIfOver(String session) {
    return Sql.run(
        () ->
            Rows.update(
                sql,
                "DELETE FROM session WHERE id = ? AND closed_at IS NOT NULL AND "
                    + SessionForm.UNUSED,
                session));
  }
}
