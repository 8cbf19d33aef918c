package dev.retinue.store;

import dev.retinue.store.sqlite.Statements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Statements with their values, and rows as records.
final class Rows {
  private Rows() {}

  /// Makes something of a row.
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  static PreparedStatement bind(Statements sql, String text, @Nullable Object... values)
      throws SQLException {
    var statement = sql.prepare(text);
    for (int i = 0; i < values.length; i++) {
      bind(statement, i + 1, values[i]);
    }
    return statement;
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else if (value instanceof Boolean truth) {
      statement.setInt(index, truth ? 1 : 0);
    } else if (value instanceof String text) {
      statement.setString(index, text);
    } else if (value == null) {
      statement.setObject(index, null);
    } else {
      throw new IllegalArgumentException("no column holds a " + value.getClass());
    }
  }

  /// Says how many rows were changed.
  static int update(Statements sql, String text, @Nullable Object... values) throws SQLException {
    return bind(sql, text, values).executeUpdate();
  }

  static <T> Optional<T> first(
      Statements sql, Reader<T> reader, String text, @Nullable Object... values)
      throws SQLException {
    try (var rows = bind(sql, text, values).executeQuery()) {
      return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
    }
  }

  static <T> List<T> all(Statements sql, Reader<T> reader, String text, @Nullable Object... values)
      throws SQLException {
    try (var rows = bind(sql, text, values).executeQuery()) {
      var found = new ArrayList<T>();
      while (rows.next()) {
        found.add(reader.read(rows));
      }
      return found;
    }
  }

  /// A number that may be missing.
  static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
