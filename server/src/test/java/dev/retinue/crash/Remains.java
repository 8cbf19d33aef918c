package dev.retinue.crash;

import dev.retinue.core.Account;
import dev.retinue.core.Blob;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore.RunQuery;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a driver has left in its data directory, opened without recovering anything.
final class Remains implements AutoCloseable {
  private final SqliteDatabase database;
  private final SqlRunStore store;
  private final FileBlobs blobs;

  Remains(Path data) {
    Runnable onFatal =
        () -> {
          throw new AssertionError("the disk is fine");
        };
    database =
        SqliteDatabase.open(
            data.resolve("retinue.db"), data.resolve("native"), SqlRunStore.migrations(), onFatal);
    store = new SqlRunStore(database);
    blobs = new FileBlobs(data.resolve("blobs"), InstantSource.system(), onFatal);
  }

  SqlRunStore store() {
    return store;
  }

  List<Run> runs() {
    return store.list(new RunQuery(null, List.of(), null, null, null, 1_000_000)).runs();
  }

  List<Recorded> events(RunId run) {
    return store.events(run, 0, 1_000_000);
  }

  Optional<Account> account(RunId holder) {
    return store.account(holder);
  }

  /// The position of the last event.
  long position() {
    return Long.parseLong(column("SELECT coalesce(max(position), 0) FROM event").getFirst());
  }

  List<RunId> runsWithEventsAfter(long position) {
    return column(
            "SELECT DISTINCT run.id FROM event JOIN run ON run.number = event.run"
                + " WHERE event.position > "
                + position)
        .stream()
        .map(RunId::new)
        .toList();
  }

  String text(Blob blob) throws IOException {
    try (var stream = blobs.open(blob)) {
      return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  /// The first column of what a query answers.
  List<String> column(String query) {
    return database.read(
        sql -> {
          var found = new ArrayList<String>();
          try (var rows = sql.prepare(query).executeQuery()) {
            while (rows.next()) {
              found.add(word(rows));
            }
          }
          return found;
        });
  }

  private static String word(ResultSet rows) throws SQLException {
    return String.valueOf(rows.getString(1));
  }

  @Override
  public void close() {
    database.close();
  }
}
