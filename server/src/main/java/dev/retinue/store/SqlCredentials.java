package dev.retinue.store;

import dev.retinue.core.Caller;
import dev.retinue.core.Credential;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Credentials;
import dev.retinue.store.sqlite.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Callers in a SQL database.
public final class SqlCredentials implements Credentials {
  private static final String SELECT =
      "SELECT caller, name, scope, hash, created_at, revoked_at FROM credential ";

  private final Database database;

  public SqlCredentials(Database database) {
    this.database = database;
  }

  @Override
  public void insert(Credential credential) {
    database.change(
        sql -> {
          var other =
              Rows.first(
                  sql,
                  SqlCredentials::read,
                  SELECT + "WHERE name = ? AND revoked_at IS NULL",
                  credential.name());
          if (other.isPresent()) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "There is a token '%s' already; revoke it first or choose another name."
                    .formatted(credential.name()));
          }
          return Rows.update(
              sql,
              """
              INSERT INTO credential (caller, name, scope, hash, created_at)
              VALUES (?, ?, ?, ?, ?)""",
              credential.caller(),
              credential.name(),
              credential.scope().word(),
              credential.hash(),
              Stored.micros(credential.createdAt()));
        });
  }

  @Override
  public Optional<Credential> findByHash(String hash) {
    return database.read(
        sql ->
            Rows.first(
                sql, SqlCredentials::read, SELECT + "WHERE hash = ? AND revoked_at IS NULL", hash));
  }

  @Override
  public List<Credential> all() {
    return database.read(
        sql -> Rows.all(sql, SqlCredentials::read, SELECT + "ORDER BY created_at, hash"));
  }

  @Override
  public boolean revoke(String name, Instant now) {
    return database.change(
        sql ->
            Rows.update(
                    sql,
                    "UPDATE credential SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL",
                    Stored.micros(now),
                    name)
                > 0);
  }

  private static Credential read(ResultSet row) throws SQLException {
    var revokedAt = Rows.number(row, 6);
    return new Credential(
        row.getString(1),
        row.getString(2),
        Caller.Scope.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
        row.getString(4),
        Stored.instant(row.getLong(5)),
        revokedAt == null ? null : Stored.instant(revokedAt));
  }
}
