package dev.retinue.store;

import dev.retinue.core.port.Memories;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class SqliteMemoriesTest extends MemoriesContract {
  @TempDir private Path folder;
  private SqliteDatabase database;
  private Memories memories;

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
    memories = new SqlMemories(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  Memories memories() {
    return memories;
  }

  @Override
  Memories reopened() {
    close();
    open();
    return memories;
  }
}
