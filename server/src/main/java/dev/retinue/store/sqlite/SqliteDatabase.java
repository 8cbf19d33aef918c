package dev.retinue.store.sqlite;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Observer;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A database in one SQLite file: one thread writes, many changes to a commit, and readers never
/// wait for it.
public final class SqliteDatabase implements Database {
  private final SqliteFile file;
  private final Writer writer;
  private final Readers readers;

  private SqliteDatabase(SqliteFile file, Writer writer, Readers readers) {
    this.file = file;
    this.writer = writer;
    this.readers = readers;
  }

  /// Opens the database, makes it where it is missing, and brings its schema up to date. SQLite's
  /// native library is kept in the second folder. `onFatal` runs once, when the disk no longer
  /// confirms what is written: from then on every change is refused, and the process should end.
  public static SqliteDatabase open(
      Path file, Path nativeFolder, Migrations migrations, Runnable onFatal) {
    return open(file, nativeFolder, migrations, onFatal, Observer.NONE);
  }

  /// The same with one who is told of commits.
  public static SqliteDatabase open(
      Path file, Path nativeFolder, Migrations migrations, Runnable onFatal, Observer observer) {
    return open(file, nativeFolder, migrations, onFatal, Limits.DEFAULTS, observer);
  }

  static SqliteDatabase open(
      Path path, Path nativeFolder, Migrations migrations, Runnable onFatal, Limits limits) {
    return open(path, nativeFolder, migrations, onFatal, limits, Observer.NONE);
  }

  private static SqliteDatabase open(
      Path path,
      Path nativeFolder,
      Migrations migrations,
      Runnable onFatal,
      Limits limits,
      Observer observer) {
    NativeLibrary.load(nativeFolder);
    var file = new SqliteFile(path, limits.lock());
    var connection = migrated(file, migrations);
    var patience = new Patience(limits.patience(), System::nanoTime);
    var transactions = new Transactions(file, connection, observer);
    var writer = new Writer(transactions, file.failures(), limits, patience, onFatal);
    var readers = new Readers(file, limits.readers(), patience);
    // One that stays open keeps the log's index, for which a full disk might have no room again.
    readers.read(sql -> sql.prepare("SELECT 1 FROM sqlite_schema").executeQuery().next());
    writer.start();
    return new SqliteDatabase(file, writer, readers);
  }

  private static Statements migrated(SqliteFile file, Migrations migrations) {
    try {
      file.make();
      var connection = file.openToWrite();
      try {
        // SQLite does this too, but does not look whether it worked.
        PrivateFiles.force(PrivateFiles.folderOf(file.path()));
        migrations.carryOutOn(connection, file.path());
        return connection;
      } catch (SQLException | IOException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s could not be made; look at its folder's permissions, or choose another folder."
              .formatted(file.path()),
          e);
    } catch (SQLException e) {
      throw Failures.<RuntimeException>rethrown(file.failures().told(e));
    }
  }

  @Override
  public <T extends @Nullable Object> T change(SqlWork<T> work) {
    return writer.change(work);
  }

  @Override
  public <T extends @Nullable Object> T read(SqlWork<T> work) {
    return readers.read(work);
  }

  /// Copies the database as it is now into a file that is not there yet.
  public void copyTo(Path target) {
    new SqliteCopy(file).to(target);
  }

  /// Copies a database that another process may have open, without a word to that process.
  public static void copy(Path database, Path nativeFolder, Path target) {
    NativeLibrary.load(nativeFolder);
    if (!Files.isRegularFile(database)) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND, "There is no database %s to copy.".formatted(database));
    }
    new SqliteCopy(new SqliteFile(database, Limits.DEFAULTS.lock())).to(target);
  }

  /// Reads a database file as it is, whatever its schema, and leaves it so.
  public static <T extends @Nullable Object> T look(
      Path database, Path nativeFolder, SqlWork<T> work) {
    NativeLibrary.load(nativeFolder);
    var file = new SqliteFile(database, Limits.DEFAULTS.lock());
    try {
      var sql = file.openToRead();
      try {
        sql.run("BEGIN");
        return work.on(sql);
      } finally {
        sql.close();
      }
    } catch (Exception e) {
      throw Failures.<RuntimeException>rethrown(file.failures().told(e));
    }
  }

  /// Does something while nobody else can use this database, which is one file meanwhile: to move
  /// it, for instance. Refused if somebody has it open. One that is damaged is not protected.
  public static void alone(Path database, Path nativeFolder, Runnable work) {
    NativeLibrary.load(nativeFolder);
    var file = new SqliteFile(database, Limits.DEFAULTS.lock());
    try {
      var sql = file.open();
      try {
        // Without a log: whoever comes too late notices that the file has moved, and writes none.
        sql.execute("PRAGMA journal_mode = DELETE");
        sql.run("BEGIN EXCLUSIVE");
        work.run();
      } finally {
        sql.close();
      }
    } catch (SQLException e) {
      if (Failures.kind(e) != Failures.Kind.DAMAGED) {
        throw Failures.<RuntimeException>rethrown(file.failures().told(e));
      }
      work.run();
    }
  }

  /// Lets the disk keep something that says what is there already, to see whether it does.
  ///
  /// @throws RetinueException if it does not
  public void tryOut() {
    change(
        sql -> {
          int version = 0;
          try (var found = sql.prepare("PRAGMA user_version").executeQuery()) {
            version = found.next() ? found.getInt(1) : 0;
          }
          sql.execute("PRAGMA user_version = " + version);
          return version;
        });
  }

  /// Whether it takes no changes any more: the disk no longer keeps what it is given.
  public boolean isBroken() {
    return writer.isBroken();
  }

  /// How many bytes the database takes, with its log.
  public long sizeOnDisk() {
    return file.sizeOnDisk();
  }

  /// Waits for the changes that were accepted, and leaves one file. Whoever is refused a reading
  /// can record nothing that follows from it, such as an answer that nobody gave.
  @Override
  public void close() {
    writer.shut();
    readers.close();
    writer.close();
  }
}
