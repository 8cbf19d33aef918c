package dev.retinue.store;

import dev.retinue.core.port.RunStore;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class SqliteRunStoreTest extends RunStoreContract {
  @TempDir private Path folder;
  private SqliteDatabase database;
  private RunStore store;

  @BeforeEach
  void open() {
    database =
        SqliteDatabase.open(
            folder.resolve("retinue.db"),
            folder.resolve("native"),
            SqlRunStore.migrations(),
            () -> {
              throw new AssertionError("the disk is fine");
            });
    store = new SqlRunStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  RunStore store() {
    return store;
  }

  @Override
  RunStore reopened() {
    close();
    open();
    forget();
    return store;
  }

  /// A later process remembers nothing: what was written last stands before it here.
  private static void forget() {
    var run = RunStoreContract.root("anyone", new Random(8));
    for (int i = 0; i < RunForm.REMEMBERED; i++) {
      RunForm.progress(run.activeFor(Duration.ofDays(i)));
    }
  }
}
