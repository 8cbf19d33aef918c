package dev.retinue.store;

import dev.retinue.core.Spend;
import dev.retinue.core.port.SpendBook;
import dev.retinue.store.sqlite.Database;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The spend book in a SQL database.
public final class SqlSpendBook implements SpendBook {
  private final Database database;

  public SqlSpendBook(Database database) {
    this.database = database;
  }

  @Override
  public List<Spend> lines(LocalDate from, LocalDate to, @Nullable String caller) {
    return database.read(sql -> SpendForm.lines(sql, from, to, caller));
  }

  @Override
  public int forget(LocalDate before) {
    return database.change(sql -> SpendForm.forget(sql, before));
  }
}
