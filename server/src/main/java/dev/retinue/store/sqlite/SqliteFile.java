package dev.retinue.store.sqlite;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;

/// The file of a database, and how connections to it are set up.
record SqliteFile(Path path, Duration lock) {
  /// The log is cut to this after it was emptied, so that one large change does not keep it large.
  private static final long LARGEST_EMPTY_LOG = 64L << 20;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);
  private static final int WRITER_CACHE_KIB = 16 << 10;
  private static final int READER_CACHE_KIB = 4 << 10;

  /// Makes the file, and the folders above it, where they are missing. SQLite gives the files that
  /// it adds the permissions of this one.
  void make() throws IOException {
    PrivateFiles.makeFolders(PrivateFiles.folderOf(path));
    try {
      PrivateFiles.createNew(path, PrivateFiles.FILE);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isRegularFile(path)) {
        throw e;
      }
      PrivateFiles.protect(path, PrivateFiles.FILE);
    }
  }

  Failures failures() {
    return new Failures(path);
  }

  Statements openToWrite() throws SQLException {
    var sql = open(WRITER_CACHE_KIB);
    try {
      requireLog(sql);
      // A checkpoint that SQLite makes by itself hides its errors; ours is in Transactions.
      sql.execute("PRAGMA wal_autocheckpoint = 0");
      sql.execute("PRAGMA journal_size_limit = " + LARGEST_EMPTY_LOG);
      return sql;
    } catch (SQLException | RuntimeException e) {
      sql.close();
      throw e;
    }
  }

  Statements openToRead() throws SQLException {
    var sql = open(READER_CACHE_KIB);
    try {
      sql.execute("PRAGMA query_only = ON");
      return sql;
    } catch (SQLException e) {
      sql.close();
      throw e;
    }
  }

  /// A connection for anything else, without the protection of one that only reads.
  Statements open() throws SQLException {
    return open(READER_CACHE_KIB);
  }

  long sizeOnDisk() {
    return size("") + size("-wal") + size("-shm");
  }

  private long size(String suffix) {
    try {
      return Files.size(path.resolveSibling(path.getFileName() + suffix));
    } catch (IOException _) {
      return 0;
    }
  }

  private Statements open(int cacheKib) throws SQLException {
    var config = new SQLiteConfig();
    // A file that has vanished is an error, not a reason to begin an empty one.
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setBusyTimeout(Math.toIntExact(lock.toMillis()));
    // It costs a query after each insert; RETURNING says the same.
    config.setGetGeneratedKeys(false);
    // As a URI, because the driver takes a question mark in a path for the end of it.
    var connection = config.createConnection("jdbc:sqlite:" + path.toAbsolutePath().toUri());
    var sql = new Statements(connection);
    try {
      // Transactions are ours. The driver's own way begins one more after each statement.
      ((SQLiteConnection) connection).getConnectionConfig().setAutoCommit(false);
      sql.execute("PRAGMA synchronous = FULL");
      sql.execute("PRAGMA foreign_keys = ON");
      sql.execute("PRAGMA temp_store = MEMORY");
      sql.execute("PRAGMA cache_size = -" + cacheKib);
      return sql;
    } catch (SQLException e) {
      sql.close();
      throw e;
    }
  }

  /// Two who turn the log on at the same moment may both be refused at once, without the wait that
  /// everything else has: so it is tried again for as long.
  private void requireLog(Statements sql) throws SQLException {
    long deadline = System.nanoTime() + lock.toNanos();
    while (true) {
      try {
        turnLogOn(sql);
        return;
      } catch (SQLException e) {
        if (Failures.kind(e) != Failures.Kind.BUSY || System.nanoTime() >= deadline) {
          throw e;
        }
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  private void turnLogOn(Statements sql) throws SQLException {
    try (var mode = sql.prepare("PRAGMA journal_mode = WAL").executeQuery()) {
      if (!mode.getString(1).equals("wal")) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "%s is on a disk where SQLite cannot keep its log, as some network disks are; choose a folder on a local disk."
                .formatted(path));
      }
    } finally {
      sql.settle();
    }
  }
}
