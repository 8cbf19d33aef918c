package dev.retinue.bench.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/// What a turn writes that nobody is to lose, with nothing around it: what came of the last tool
/// and what the turn may cost before it is sent, then what was answered and what that did cost.
interface Commits {
  Commits NONE = _ -> {};

  void write(int events) throws SQLException;

  default void reserve() throws SQLException {
    write(1);
  }

  default void settle() throws SQLException {
    write(3);
  }

  /// As durable as Retinue's store.
  static Commits in(Path folder) throws Exception {
    var file = Files.createDirectories(folder).resolve("bare.db");
    var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (var statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA journal_mode = WAL");
      statement.executeUpdate("PRAGMA synchronous = FULL");
      statement.executeUpdate("CREATE TABLE run (id INTEGER PRIMARY KEY, progress TEXT)");
      statement.executeUpdate("CREATE TABLE event (number INTEGER PRIMARY KEY, body TEXT)");
      statement.executeUpdate("INSERT INTO run VALUES (1, '')");
    }
    connection.setAutoCommit(false);
    var run = connection.prepareStatement("UPDATE run SET progress = ? WHERE id = 1");
    var event = connection.prepareStatement("INSERT INTO event (body) VALUES (?)");
    return events -> {
      synchronized (connection) {
        run.setString(1, "how far it has come, ".repeat(20));
        run.executeUpdate();
        for (int i = 0; i < events; i++) {
          event.setString(1, "what was said or done, ".repeat(8));
          event.executeUpdate();
        }
        connection.commit();
      }
    };
  }
}
