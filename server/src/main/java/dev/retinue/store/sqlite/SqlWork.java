package dev.retinue.store.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Something to be done with SQL, all of it or nothing.
@FunctionalInterface
public interface SqlWork<T extends @Nullable Object> {
  T on(Statements sql) throws SQLException;
}
