package dev.retinue.crash;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The runs that have not ended, or of which something is left, as a daemon has recorded them.
final class OpenRows {
  private OpenRows() {}

  static List<String> in(Path folder) throws SQLException {
    var file = Succession.data(folder).resolve("retinue.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var query = connection.createStatement();
        var rows = query.executeQuery("SELECT id FROM run WHERE open = 1")) {
      var ids = new ArrayList<String>();
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
      return ids;
    }
  }
}
