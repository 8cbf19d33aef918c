package dev.retinue.store;

import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.port.Memories;
import dev.retinue.store.sqlite.Database;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What agents remember, in a SQL database. A shelf is small, so it is searched by reading it.
public final class SqlMemories implements Memories {
  private static final LimitHit.Frees DELETED = LimitHit.Frees.when("a memory is deleted");

  private static final String SELECT =
      "SELECT id, created_at, category, body FROM memory WHERE caller = ? AND name = ?";
  private static final String ONE = " WHERE caller = ? AND name = ? AND id = ?";

  private final Database database;

  public SqlMemories(Database database) {
    this.database = database;
  }

  @Override
  public void add(Shelf shelf, Note note) {
    requireShort(note.text());
    database.change(
        sql -> {
          if (find(sql, shelf, note.id()).isPresent()) {
            return 0;
          }
          requireRoom(sql, shelf);
          return Rows.update(
              sql,
              """
              INSERT INTO memory (caller, name, id, created_at, category, body)
              VALUES (?, ?, ?, ?, ?, ?)""",
              shelf.caller(),
              shelf.name(),
              note.id(),
              Stored.micros(note.at()),
              note.category(),
              note.text());
        });
  }

  private static void requireShort(String text) {
    if (text.length() > LONGEST) {
      throw LimitHit.fixed(Limit.MEMORY, LimitHit.Whose.CALL, LimitHit.Frees.never())
          .refusal(
              "A memory has at most %d characters, and this has %d; use fewer words."
                  .formatted(LONGEST, text.length()));
    }
  }

  private static void requireRoom(Statements sql, Shelf shelf) throws SQLException {
    long here = count(sql, "caller = ? AND name = ?", shelf.caller(), shelf.name());
    long all = count(sql, "caller = ?", shelf.caller());
    if (here >= MOST || all >= MOST_OF_CALLER) {
      var full =
          here >= MOST
              ? LimitHit.fixed(Limit.MEMORIES, LimitHit.Whose.agent(shelf.name()), DELETED)
              : LimitHit.fixed(
                  Limit.MEMORIES_OF_CALLER, LimitHit.Whose.caller(shelf.caller()), DELETED);
      throw full.refusal(
          "%d memories are kept, and no more are allowed; delete some, or put several into one."
              .formatted(here >= MOST ? here : all));
    }
  }

  private static long count(Statements sql, String condition, Object... values)
      throws SQLException {
    return Rows.first(
            sql, row -> row.getLong(1), "SELECT count(*) FROM memory WHERE " + condition, values)
        .orElse(0L);
  }

  @Override
  public Optional<Note> find(Shelf shelf, String id) {
    return database.read(sql -> find(sql, shelf, id));
  }

  private static Optional<Note> find(Statements sql, Shelf shelf, String id) throws SQLException {
    return Rows.first(
        sql, SqlMemories::read, SELECT + " AND id = ?", shelf.caller(), shelf.name(), id);
  }

  @Override
  public List<Note> all(Shelf shelf) {
    return database.read(
        sql ->
            Rows.all(
                sql,
                SqlMemories::read,
                SELECT + " ORDER BY created_at, id",
                shelf.caller(),
                shelf.name()));
  }

  @Override
  public List<Note> search(Shelf shelf, List<String> words, @Nullable String category) {
    var wanted = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    return all(shelf).stream()
        .filter(note -> category == null || note.category().equalsIgnoreCase(category))
        .filter(note -> wanted.stream().allMatch(note.text().toLowerCase(Locale.ROOT)::contains))
        .toList();
  }

  @Override
  public boolean update(Shelf shelf, String id, String text, @Nullable String category) {
    requireShort(text);
    return database.change(
        sql ->
            Rows.update(
                    sql,
                    "UPDATE memory SET body = ?, category = coalesce(?, category)" + ONE,
                    text,
                    category,
                    shelf.caller(),
                    shelf.name(),
                    id)
                > 0);
  }

  @Override
  public boolean delete(Shelf shelf, String id) {
    return database.change(
        sql -> Rows.update(sql, "DELETE FROM memory" + ONE, shelf.caller(), shelf.name(), id) > 0);
  }

  private static Note read(ResultSet row) throws SQLException {
    return new Note(
        row.getString(1), Stored.instant(row.getLong(2)), row.getString(3), row.getString(4));
  }
}
