package dev.retinue.store.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A whole database as SQL text: written down, and made from it again.
public final class SqlScript {
  private SqlScript() {}

  /// Makes a database, with the version that the text gives it.
  public static void make(Path file, Path nativeFolder, String text)
      throws IOException, SQLException {
    var sql = open(file, nativeFolder);
    try {
      sql.execute("PRAGMA foreign_keys = OFF");
      sql.execute(text);
    } finally {
      sql.close();
    }
  }

  /// The text of a database that nobody uses.
  public static String of(Path file, Path nativeFolder) throws IOException, SQLException {
    var sql = open(file, nativeFolder);
    try {
      var lines = new ArrayList<String>();
      for (var statement :
          column(
              sql,
              "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
                  + " ORDER BY rowid")) {
        lines.add(statement + ";");
      }
      for (var table : column(sql, "SELECT name FROM sqlite_schema WHERE type = 'table'")) {
        if (!table.startsWith("sqlite_")) {
          lines.addAll(inserts(sql, table));
        }
      }
      lines.add("PRAGMA user_version = " + column(sql, "PRAGMA user_version").getFirst() + ";");
      return String.join("\n", lines) + "\n";
    } finally {
      sql.close();
    }
  }

  private static List<String> inserts(Statements sql, String table) throws SQLException {
    var columns = column(sql, "SELECT name FROM pragma_table_info('" + table + "')");
    var values =
        String.join(" || ', ' || ", columns.stream().map(name -> "quote(" + name + ")").toList());
    return column(sql, "SELECT %s FROM %s ORDER BY %s".formatted(values, table, columns.getFirst()))
        .stream()
        .map(row -> "INSERT INTO %s VALUES (%s);".formatted(table, row))
        .toList();
  }

  private static List<String> column(Statements sql, String query) throws SQLException {
    var found = new ArrayList<String>();
    try (var rows = sql.prepare(query).executeQuery()) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static Statements open(Path path, Path nativeFolder) throws IOException, SQLException {
    NativeLibrary.load(nativeFolder);
    var file = new SqliteFile(path, Duration.ofSeconds(5));
    file.make();
    return file.open();
  }
}
