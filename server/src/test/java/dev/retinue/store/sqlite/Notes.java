package dev.retinue.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// A small database for the tests: a list of notes, no two of them the same.
record Notes(SqliteDatabase database) implements AutoCloseable {
  static final Migrations MIGRATIONS = new Migrations("dev/retinue/store/notes", 1);

  static Notes in(Path folder) {
    return in(folder, Limits.DEFAULTS);
  }

  static Notes in(Path folder, Limits limits) {
    return new Notes(
        SqliteDatabase.open(file(folder), folder.resolve("native"), MIGRATIONS, () -> {}, limits));
  }

  static Path file(Path folder) {
    return folder.resolve("data/notes.db");
  }

  /// The number of the new note.
  long add(String text) {
    return database.change(sql -> insert(sql, text));
  }

  static long insert(Statements sql, String text) throws SQLException {
    var statement = sql.prepare("INSERT INTO notes (text) VALUES (?) RETURNING id");
    statement.setString(1, text);
    try (var row = statement.executeQuery()) {
      return row.getLong(1);
    }
  }

  List<String> all() {
    return database.read(Notes::all);
  }

  static List<String> all(Statements sql) throws SQLException {
    var texts = new ArrayList<String>();
    try (var rows = sql.prepare("SELECT text FROM notes ORDER BY id").executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  @Override
  public void close() {
    database.close();
  }
}
