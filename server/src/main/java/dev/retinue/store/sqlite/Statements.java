package dev.retinue.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.sqlite.core.CoreStatement;

/// A connection with its prepared statements kept. One thread uses it at a time, and the engine
/// begins and ends its transactions: a work never commits, and closes result sets at most.
public final class Statements {
  private static final int MOST_KEPT = 256;

  private final Connection connection;

  /// By their text, the longest unused first.
  private final LinkedHashMap<String, PreparedStatement> kept =
      new LinkedHashMap<>(MOST_KEPT, 0.75f, true);

  private final List<PreparedStatement> inUse = new ArrayList<>();

  Statements(Connection connection) {
    this.connection = connection;
  }

  public Connection connection() {
    return connection;
  }

  /// The statement with this text, without values. It is the same one for the same text: whoever
  /// asks for it while reading its last result loses that result.
  public PreparedStatement prepare(String sql) throws SQLException {
    var statement = find(sql);
    statement.clearParameters();
    inUse.add(statement);
    return statement;
  }

  private PreparedStatement find(String sql) throws SQLException {
    var known = kept.get(sql);
    if (known != null && isAlive(known)) {
      return known;
    }
    var fresh = connection.prepareStatement(sql);
    kept.put(sql, fresh);
    return fresh;
  }

  /// After most errors the driver closes the native statement, and says so nowhere else.
  private static boolean isAlive(PreparedStatement statement) {
    return !((CoreStatement) statement).pointer.isClosed();
  }

  /// Carries out a script that is not needed again, whatever its statements answer.
  void execute(String script) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }

  /// Carries out one of the engine's own statements that answer nothing, such as BEGIN.
  void run(String sql) throws SQLException {
    find(sql).executeUpdate();
  }

  /// Ends what a work left open, because an open result holds its snapshot, and lets go of the
  /// values.
  void settle() throws SQLException {
    for (var statement : inUse) {
      if (isAlive(statement)) {
        statement.getMoreResults();
        statement.clearParameters();
        statement.clearBatch();
      }
    }
    inUse.clear();
    while (kept.size() > MOST_KEPT) {
      kept.pollFirstEntry().getValue().close();
    }
  }

  /// What is wrong with a connection shows when it is used; closing it says nothing new.
  void close() {
    try {
      connection.close();
    } catch (SQLException _) {
      // It is given up either way.
    }
  }
}
