package dev.retinue.store;

import dev.retinue.core.CallTask;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.port.CallTasks;
import dev.retinue.store.sqlite.Database;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Calls that became tasks, in a SQL database.
public final class SqlCallTasks implements CallTasks {
  private static final String SELECT = "SELECT body FROM call_task ";

  private final Database database;

  public SqlCallTasks(Database database) {
    this.database = database;
  }

  @Override
  public void insert(CallTask task, int mostOfCaller) {
    database.change(
        sql -> {
          long open =
              Rows.first(
                      sql,
                      row -> row.getLong(1),
                      "SELECT count(*) FROM call_task WHERE caller = ? AND ended = 0",
                      task.caller())
                  .orElse(0L);
          if (open >= mostOfCaller) {
            throw LimitHit.of(
                    Limit.TASKS_OF_CALLER,
                    LimitHit.Whose.caller(task.caller()),
                    mostOfCaller,
                    LimitHit.Frees.when("one of its tasks ends"))
                .refusal(
                    "%d tasks have not ended, and no more are allowed; wait for some or cancel them."
                        .formatted(open));
          }
          requireRoom(sql);
          return Rows.update(
              sql,
              """
              INSERT INTO call_task (id, caller, status, ended, created_at, over_at, body)
              VALUES (?, ?, ?, ?, ?, ?, ?)""",
              task.id(),
              task.caller(),
              task.status().word(),
              task.status().ended(),
              Stored.micros(task.span().createdAt()),
              overAt(task),
              Stored.JSON.writeValueAsString(task));
        });
  }

  /// Not more of them are looked at than there may be.
  private static void requireRoom(Statements sql) throws SQLException {
    long all =
        Rows.first(
                sql,
                row -> row.getLong(1),
                "SELECT count(*) FROM (SELECT 1 FROM call_task WHERE ended = 0 LIMIT ?)",
                Limit.TASKS.bound())
            .orElse(0L);
    if (all >= Limit.TASKS.bound()) {
      throw LimitHit.fixed(
              Limit.TASKS, LimitHit.Whose.HOUSE, LimitHit.Frees.when("a task of anybody ends"))
          .overload("%d tasks have not ended, and no more are allowed; try later.".formatted(all));
    }
  }

  @Override
  public Map<String, Long> openByCaller() {
    return database.read(
        sql -> {
          var counts = new TreeMap<String, Long>();
          Rows.all(
                  sql,
                  row -> Map.entry(row.getString(1), row.getLong(2)),
                  "SELECT caller, count(*) FROM call_task WHERE ended = 0 GROUP BY caller")
              .forEach(it -> counts.put(it.getKey(), it.getValue()));
          return counts;
        });
  }

  @Override
  public Optional<CallTask> find(String id) {
    return database.read(sql -> find(sql, id));
  }

  @Override
  public Optional<CallTask> update(String id, UnaryOperator<CallTask> change) {
    return database.change(
        sql -> {
          var task = find(sql, id);
          if (task.isEmpty() || task.get().status().ended()) {
            return task;
          }
          var changed = change.apply(task.get());
          Rows.update(
              sql,
              "UPDATE call_task SET status = ?, ended = ?, over_at = ?, body = ? WHERE id = ?",
              changed.status().word(),
              changed.status().ended(),
              overAt(changed),
              Stored.JSON.writeValueAsString(changed),
              id);
          return Optional.of(changed);
        });
  }

  @Override
  public List<CallTask> open() {
    return database.read(
        sql ->
            Rows.all(
                sql,
                row -> Stored.JSON.readValue(row.getString(1), CallTask.class),
                SELECT + "WHERE ended = 0 ORDER BY created_at, id"));
  }

  @Override
  public int removeOver(Instant now) {
    return database.change(
        sql ->
            Rows.update(
                sql, "DELETE FROM call_task WHERE ended = 1 AND over_at < ?", Stored.micros(now)));
  }

  private static long overAt(CallTask task) {
    return Stored.micros(task.span().overAt());
  }

  private static Optional<CallTask> find(Statements sql, String id) throws SQLException {
    return Rows.first(
        sql,
        row -> Stored.JSON.readValue(row.getString(1), CallTask.class),
        SELECT + "WHERE id = ?",
        id);
  }
}
