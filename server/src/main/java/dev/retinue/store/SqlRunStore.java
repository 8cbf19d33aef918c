package dev.retinue.store;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Recorded;
import dev.retinue.core.Retention;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.AuditLog;
import dev.retinue.core.port.Records;
import dev.retinue.core.port.RunStore;
import dev.retinue.store.sqlite.Database;
import dev.retinue.store.sqlite.Migrations;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Runs in a SQL database.
public final class SqlRunStore implements RunStore {
  private static final Remembered<Agent> DEFINITIONS =
      new Remembered<>(128, text -> Stored.JSON.readValue(text, Agent.class));

  /// How far a page of one caller's feed looks for his events.
  private static final long WINDOW = 5_000;

  private static final String SELECT_RUN = "SELECT " + RunForm.COLUMNS + " FROM run ";
  private static final String FIND = SELECT_RUN + "WHERE id = ? AND removed = 0";
  private static final String SELECT_EVENT =
      """
      SELECT event.position, run.id, event.sequence, event.kind, event.version, event.body
      FROM event JOIN run ON run.number = event.run""";

  /// With the plus SQLite looks through the window, and not through all runs of the caller.
  static final String FEED_OF_CALLER =
      SELECT_EVENT
          + " WHERE event.position > ? AND event.position <= ? AND +run.caller = ? AND run.removed = 0"
          + " ORDER BY event.position LIMIT ?";

  static final String WHOLE_FEED =
      SELECT_EVENT
          + " WHERE event.position > ? AND run.removed = 0 ORDER BY event.position LIMIT ?";

  static final String REMOVED =
      """
      SELECT id FROM run WHERE removed = 1
        AND NOT EXISTS (SELECT 1 FROM run AS other WHERE other.root = run.root AND other.open = 1)
      ORDER BY number DESC LIMIT ?""";

  private final Database database;
  private final AuditLog audit;

  public SqlRunStore(Database database) {
    this.audit = new SqlAudit(database);
    this.database = new AuditedDatabase(database);
  }

  /// The steps to the schema that this store needs.
  public static Migrations migrations() {
    return new Migrations("dev/retinue/store", 9);
  }

  @Override
  public AuditLog audit() {
    return audit;
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Records, T> decide) {
    return database.change(sql -> decide.apply(new SqlRecords(sql)));
  }

  @Override
  public Optional<Run> find(RunId id) {
    return database.read(sql -> Rows.first(sql, RunForm::read, FIND, id.text()));
  }

  @Override
  public Optional<Run> recorded(RunId id) {
    return database.read(
        sql -> Rows.first(sql, RunForm::read, SELECT_RUN + "WHERE id = ?", id.text()));
  }

  @Override
  public Optional<Run> find(RunId id, @Nullable String caller) {
    return database.read(sql -> find(sql, id, caller));
  }

  @Override
  public List<Run> find(Collection<RunId> ids, @Nullable String caller) {
    return database.read(
        sql -> {
          var found = new ArrayList<Run>();
          for (var id : ids) {
            find(sql, id, caller).ifPresent(found::add);
          }
          return found;
        });
  }

  private static Optional<Run> find(Statements sql, RunId id, @Nullable String caller)
      throws SQLException {
    return Rows.first(sql, RunForm::read, FIND + RunForm.OF_CALLER, id.text(), caller, caller);
  }

  @Override
  public Optional<Long> placeIn(String session, RunId run) {
    return database.read(
        sql ->
            Rows.first(
                sql,
                row -> row.getLong(1),
                "SELECT number FROM run WHERE id = ? AND session = ?",
                run.text(),
                session));
  }

  @Override
  public Optional<String> prompt(RunId id) {
    return database.read(
        sql ->
            Rows.first(
                sql,
                row -> row.getString(1),
                """
                SELECT text FROM prompt JOIN run ON run.number = prompt.run
                WHERE run.id = ? AND run.removed = 0""",
                id.text()));
  }

  @Override
  public Optional<Agent> definition(String digest) {
    return database.read(
        sql ->
            Rows.first(
                sql,
                row -> DEFINITIONS.of(row.getString(1)),
                "SELECT body FROM definition WHERE digest = ?",
                digest));
  }

  @Override
  public Optional<Account> account(RunId holder) {
    return database.read(sql -> AccountForm.find(sql, holder));
  }

  @Override
  public Optional<StartKey.Earlier> earlier(StartKey key) {
    return database.read(sql -> new SqlRecords(sql).earlier(key));
  }

  @Override
  public RunPage list(RunQuery query) {
    var search = RunSearch.of(query);
    record Numbered(long number, Run run) {}
    var rows =
        database.read(
            sql ->
                Rows.all(
                    sql,
                    row -> new Numbered(row.getLong(6), RunForm.read(row)),
                    "SELECT %s, number FROM run WHERE %s ORDER BY number DESC LIMIT ?"
                        .formatted(RunForm.COLUMNS, search.condition()),
                    search.values().toArray()));
    boolean more = rows.size() > query.most();
    var page = more ? rows.subList(0, query.most()) : rows;
    return new RunPage(
        page.stream().map(Numbered::run).toList(), more ? page.getLast().number() : null);
  }

  @Override
  public List<Run> open() {
    return database.read(
        sql -> Rows.all(sql, RunForm::read, SELECT_RUN + "WHERE open = 1 ORDER BY number"));
  }

  @Override
  public List<Recorded> events(RunId run, long after, int most) {
    return database.read(
        sql ->
            Rows.all(
                sql,
                SqlRunStore::event,
                SELECT_EVENT
                    + " WHERE run.id = ? AND run.removed = 0 AND event.sequence > ? ORDER BY event.sequence LIMIT ?",
                run.text(),
                after,
                most));
  }

  @Override
  public FeedPage feed(long after, @Nullable String caller, int most) {
    return database.read(
        sql -> caller == null ? wholeFeed(sql, after, most) : feedOf(sql, caller, after, most));
  }

  @Override
  public long lastPosition() {
    return database.read(SqlRunStore::lastPosition);
  }

  private static long lastPosition(Statements sql) throws SQLException {
    return Rows.first(sql, row -> row.getLong(1), "SELECT coalesce(max(position), 0) FROM event")
        .orElse(0L);
  }

  private static FeedPage wholeFeed(Statements sql, long after, int most) throws SQLException {
    var events = Rows.all(sql, SqlRunStore::event, WHOLE_FEED, after, most);
    return new FeedPage(events, events.isEmpty() ? after : events.getLast().position());
  }

  /// Looks only so far at once, because the events of others may be many; the cursor moves on.
  private static FeedPage feedOf(Statements sql, String caller, long after, int most)
      throws SQLException {
    long end = Math.min(lastPosition(sql), after + WINDOW);
    var events = Rows.all(sql, SqlRunStore::event, FEED_OF_CALLER, after, end, caller, most);
    boolean full = events.size() == most;
    return new FeedPage(events, full ? events.getLast().position() : Math.max(after, end));
  }

  private static Recorded event(ResultSet row) throws SQLException {
    return new Recorded(
        row.getLong(1),
        new RunId(row.getString(2)),
        row.getLong(3),
        EventForm.read(row.getString(4), row.getInt(5), row.getString(6)));
  }

  @Override
  public Optional<Session> session(String id) {
    return database.read(sql -> SessionForm.find(sql, id));
  }

  @Override
  public Optional<Session> session(String id, @Nullable String caller) {
    return database.read(sql -> SessionForm.find(sql, id, caller));
  }

  @Override
  public Optional<Session> goingBy(String first) {
    return database.read(sql -> SessionForm.goingBy(sql, first));
  }

  @Override
  public Optional<StartKey.EarlierSession> earlierSession(StartKey key) {
    return database.read(sql -> SessionForm.earlier(sql, key));
  }

  @Override
  public SessionPage sessions(SessionQuery query) {
    return database.read(sql -> SessionSearch.page(sql, query));
  }

  @Override
  public List<Session> idleSessions(Instant since, int most) {
    return database.read(sql -> SessionForm.idle(sql, since, most));
  }

  @Override
  public List<RunId> removable(Retention rules, Instant now, int most) {
    return database.read(sql -> new Leavings(sql, rules, now).oldest(most));
  }

  @Override
  public List<RunId> removed(int most) {
    return database.read(sql -> Rows.all(sql, row -> new RunId(row.getString(1)), REMOVED, most));
  }
}
