package dev.retinue.store.sqlite;

import dev.retinue.core.Limit;
import java.sql.SQLException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The connections that read: a few, handed out to whoever reads, the last used first.
final class Readers {
  private final SqliteFile file;
  private final Patience patience;
  private final int count;
  private final LinkedBlockingDeque<Reader> idle;
  private volatile boolean closed;

  Readers(SqliteFile file, int count, Patience patience) {
    this.file = file;
    this.patience = patience;
    this.count = count;
    this.idle = new LinkedBlockingDeque<>(count);
    for (int i = 0; i < count; i++) {
      idle.addFirst(new Reader(file));
    }
  }

  <T extends @Nullable Object> T read(SqlWork<T> work) {
    if (closed) {
      throw Failures.closing();
    }
    var reader = take();
    if (reader == null) {
      throw Failures.overloaded(Limit.STORE_READERS, "readers");
    }
    try {
      return reader.read(work);
    } catch (Exception e) {
      throw Failures.<RuntimeException>rethrown(file.failures().told(e));
    } finally {
      if (closed) {
        reader.close();
      }
      idle.addFirst(reader);
    }
  }

  private @Nullable Reader take() {
    var reader = idle.pollFirst();
    return reader != null
        ? reader
        : patience.await(nanos -> idle.pollFirst(nanos, TimeUnit.NANOSECONDS));
  }

  void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (int i = 0; i < count; i++) {
      var reader = take();
      if (reader == null) {
        return;
      }
      reader.close();
    }
  }

  /// One connection, opened when it is first used and again after an error.
  private static final class Reader {
    private final SqliteFile file;
    private @Nullable Statements connection;

    Reader(SqliteFile file) {
      this.file = file;
    }

    <T extends @Nullable Object> T read(SqlWork<T> work) throws SQLException {
      var sql = opened();
      try {
        sql.run("BEGIN");
        var result = work.on(sql);
        sql.settle();
        sql.run("COMMIT");
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        leave(sql, e);
        throw e;
      }
    }

    /// A refusal of the work's own is no reason to open a new connection.
    private void leave(Statements sql, Throwable why) {
      try {
        if (Failures.kind(why).breaksConnection()) {
          close();
        } else {
          sql.settle();
          sql.run("ROLLBACK");
        }
      } catch (SQLException _) {
        close();
      }
    }

    private Statements opened() throws SQLException {
      var open = connection;
      if (open == null) {
        open = file.openToRead();
        connection = open;
      }
      return open;
    }

    void close() {
      var open = connection;
      if (open != null) {
        connection = null;
        open.close();
      }
    }
  }
}
