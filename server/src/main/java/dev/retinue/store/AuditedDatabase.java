package dev.retinue.store;

import dev.retinue.core.audit.Deed;
import dev.retinue.store.sqlite.Database;
import dev.retinue.store.sqlite.SqlWork;
import org.jspecify.annotations.Nullable;

/// A database whose changes take along the entry of what somebody is doing: both are kept, or
/// neither is.
final class AuditedDatabase implements Database {
  private final Database database;

  AuditedDatabase(Database database) {
    this.database = database;
  }

  @Override
  public <T extends @Nullable Object> T change(SqlWork<T> work) {
    var deed = Deed.current();
    if (deed == null) {
      return database.change(work);
    }
    T result =
        database.change(
            sql -> {
              T done = work.on(sql);
              // Last, because only then it is known what was made.
              AuditForm.append(sql, deed.entry());
              return done;
            });
    deed.keep();
    return result;
  }

  @Override
  public <T extends @Nullable Object> T read(SqlWork<T> work) {
    return database.read(work);
  }

  @Override
  public void close() {
    database.close();
  }
}
