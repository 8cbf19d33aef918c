package dev.retinue.store;

import dev.retinue.core.Caller;
import dev.retinue.core.Credential;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Grant;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Credentials;
import dev.retinue.store.sqlite.Database;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Callers in a SQL database.
public final class SqlCredentials implements Credentials {
  private static final String SELECT =
      "SELECT caller, name, scope, hash, created_at, revoked_at, expires_at, allowed"
          + " FROM credential ";
  private static final String BY_NAME = SELECT + "WHERE name = ? AND revoked_at IS NULL";

  private final Database database;

  public SqlCredentials(Database database) {
    this.database = new AuditedDatabase(database);
  }

  @Override
  public void insert(Credential credential) {
    database.change(
        sql -> {
          if (Rows.first(sql, SqlCredentials::read, BY_NAME, credential.name()).isPresent()) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "There is a token '%s' already; revoke it first or choose another name."
                    .formatted(credential.name()));
          }
          return write(sql, credential);
        });
  }

  private static int write(Statements sql, Credential credential) throws SQLException {
    var terms = credential.terms();
    return Rows.update(
        sql,
        """
        INSERT INTO credential (caller, name, scope, hash, created_at, expires_at, allowed)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        credential.caller(),
        credential.name(),
        credential.scope().word(),
        credential.hash(),
        Stored.micros(credential.createdAt()),
        micros(terms.expiresAt()),
        written(terms.grant()));
  }

  @Override
  public Optional<Credential> findByHash(String hash) {
    return database.read(
        sql -> Rows.first(sql, SqlCredentials::read, SELECT + "WHERE hash = ?", hash));
  }

  @Override
  public Optional<Credential> findByName(String name) {
    return database.read(sql -> Rows.first(sql, SqlCredentials::read, BY_NAME, name));
  }

  @Override
  public Optional<Credential> findLatest(String caller) {
    return database.read(
        sql ->
            Rows.first(
                sql,
                SqlCredentials::read,
                SELECT
                    + "WHERE caller = ? ORDER BY revoked_at IS NOT NULL, created_at DESC LIMIT 1",
                caller));
  }

  @Override
  public List<Credential> all() {
    return database.read(
        sql -> Rows.all(sql, SqlCredentials::read, SELECT + "ORDER BY created_at, hash"));
  }

  @Override
  public Optional<Credential> change(
      String name, UnaryOperator<Credential.Terms> wish, Instant now) {
    return database.change(
        sql -> {
          var found = Rows.first(sql, SqlCredentials::read, BY_NAME, name);
          if (found.isEmpty()) {
            return found;
          }
          var terms = wish.apply(found.get().terms());
          // Also those that count for a while after they were rotated.
          Rows.update(
              sql,
              """
              UPDATE credential SET scope = ?, expires_at = ?, allowed = ?
              WHERE name = ? AND (revoked_at IS NULL OR revoked_at > ?)""",
              terms.scope().word(),
              micros(terms.expiresAt()),
              written(terms.grant()),
              name,
              Stored.micros(now));
          return Rows.first(sql, SqlCredentials::read, BY_NAME, name);
        });
  }

  @Override
  public void replace(Credential old, Credential next, Instant until) {
    database.change(
        sql -> {
          if (!Rows.first(sql, SqlCredentials::read, BY_NAME, next.name())
              .equals(Optional.of(old))) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "The token of '%s' was changed, rotated or revoked at this moment; look at it and try again."
                    .formatted(next.name()));
          }
          Rows.update(
              sql,
              "UPDATE credential SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL",
              Stored.micros(until),
              next.name());
          return write(sql, next);
        });
  }

  @Override
  public boolean revoke(String name, Instant now) {
    return database.change(
        sql ->
            Rows.update(
                    sql,
                    """
                    UPDATE credential SET revoked_at = ?
                    WHERE name = ? AND (revoked_at IS NULL OR revoked_at > ?)""",
                    Stored.micros(now),
                    name,
                    Stored.micros(now))
                > 0);
  }

  private static @Nullable Long micros(@Nullable Instant time) {
    return time == null ? null : Stored.micros(time);
  }

  private static @Nullable String written(Grant grant) {
    return grant.isAny() ? null : Stored.JSON.writeValueAsString(grant);
  }

  private static Credential read(ResultSet row) throws SQLException {
    var allowed = row.getString(8);
    var scope = Caller.Scope.valueOf(row.getString(3).toUpperCase(Locale.ROOT));
    var grant = allowed == null ? Grant.ANY : Stored.JSON.readValue(allowed, Grant.class);
    return new Credential(
        row.getString(1),
        row.getString(2),
        new Credential.Terms(scope, grant, instant(row, 7)),
        row.getString(4),
        Stored.instant(row.getLong(5)),
        instant(row, 6));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    var micros = Rows.number(row, column);
    return micros == null ? null : Stored.instant(micros);
  }
}
