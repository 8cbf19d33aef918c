package dev.retinue.store;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// SQL behind ports that know nothing of it.
final class Sql {
  private Sql() {}

  /// Something that talks to the database.
  interface Action<T extends @Nullable Object> {
    T run() throws SQLException;
  }

  /// The engine that began the transaction knows what to make of what went wrong.
  static <T extends @Nullable Object> T run(Action<T> action) {
    try {
      return action.run();
    } catch (SQLException e) {
      throw Sql.<RuntimeException>unchecked(e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> RuntimeException unchecked(Throwable e) throws X {
    throw (X) e;
  }
}
