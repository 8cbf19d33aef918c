package dev.retinue.testing;

import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.CallTasks;
import dev.retinue.core.port.Credentials;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.SpendBook;
import dev.retinue.store.SqlCallTasks;
import dev.retinue.store.SqlCredentials;
import dev.retinue.store.SqlMemories;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.SqlSpendBook;
import dev.retinue.store.files.DataDirectory;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.InstantSource;

/// A real data directory with the real stores in it.
public final class TestData implements AutoCloseable {
  private final DataDirectory directory;
  private final SqliteDatabase database;
  private final RunStore runs;
  private final Blobs blobs;

  /// Opens the directory, or makes it.
  public TestData(Path folder, InstantSource clock) {
    directory = DataDirectory.open(folder, "test", clock);
    database =
        SqliteDatabase.open(
            directory.folder().resolve("retinue.db"),
            directory.libraries(),
            SqlRunStore.migrations(),
            TestData::diskIsBroken);
    runs = new SqlRunStore(database);
    blobs = new FileBlobs(directory.blobs(), clock, TestData::diskIsBroken);
  }

  private static void diskIsBroken() {
    throw new AssertionError("the disk did not keep what it was given");
  }

  public RunStore runs() {
    return runs;
  }

  /// What agents remember.
  public Memories memories() {
    return new SqlMemories(database);
  }

  /// What was spent.
  public SpendBook spendBook() {
    return new SqlSpendBook(database);
  }

  /// Who may call.
  public Credentials credentials() {
    return new SqlCredentials(database);
  }

  public CallTasks tasks() {
    return new SqlCallTasks(database);
  }

  public Blobs blobs() {
    return blobs;
  }

  @Override
  public void close() {
    database.close();
    directory.close();
  }
}
