package dev.retinue.store.sqlite;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;

/// The steps from an empty database to the schema of this version: `V1.sql` to `V<latest>.sql` in a
/// folder of the class path. They only lead forward.
public record Migrations(String folder, int latest) {
  /// Carries out what this database has not seen yet, each step in a transaction of its own.
  void carryOutOn(Statements sql, Path file) throws SQLException {
    // A step may rebuild a table that others refer to; what it leaves is checked before it counts.
    sql.execute("PRAGMA foreign_keys = OFF");
    for (int next = version(sql, file) + 1; next <= latest; next = version(sql, file) + 1) {
      step(sql, next, file);
    }
    sql.execute("PRAGMA foreign_keys = ON");
  }

  private int version(Statements sql, Path file) throws SQLException {
    int version = number(sql, "PRAGMA user_version");
    if (version > latest) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "%s was written by a newer Retinue (its schema is version %d, this Retinue knows version %d): upgrade Retinue."
              .formatted(file, version, latest));
    }
    return version;
  }

  private void step(Statements sql, int next, Path file) throws SQLException {
    var script = script(next);
    sql.run("BEGIN IMMEDIATE");
    try {
      // Somebody else may have done it while we waited.
      if (version(sql, file) == next - 1) {
        sql.execute(script);
        sql.execute("PRAGMA user_version = " + next);
        requireReferences(sql, next);
      }
      sql.run("COMMIT");
    } catch (SQLException e) {
      takeBack(sql, e);
      if (Failures.kind(e) == Failures.Kind.STATEMENT) {
        throw faulty(next, file, e);
      }
      throw e;
    }
  }

  private static void requireReferences(Statements sql, int step) throws SQLException {
    try (var broken = sql.prepare("PRAGMA foreign_key_check").executeQuery()) {
      if (broken.next()) {
        throw new SQLException(
            "V%d.sql leaves rows in %s that refer to nothing".formatted(step, broken.getString(1)));
      }
    } finally {
      sql.settle();
    }
  }

  private static RetinueException faulty(int step, Path file, SQLException cause) {
    return new RetinueException(
        ErrorCode.INTERNAL_ERROR,
        "V%d.sql could not be carried out on %s, which is as it was; report this, and go back to the Retinue that wrote it."
            .formatted(step, file),
        cause);
  }

  private static void takeBack(Statements sql, Exception cause) {
    try {
      sql.run("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private static int number(Statements sql, String query) throws SQLException {
    try (var row = sql.prepare(query).executeQuery()) {
      return row.getInt(1);
    } finally {
      sql.settle();
    }
  }

  private String script(int version) {
    var name = "/%s/V%d.sql".formatted(folder, version);
    try (var resource = Migrations.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("There is no " + name + " on the class path.");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
