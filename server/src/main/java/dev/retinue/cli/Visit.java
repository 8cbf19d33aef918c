package dev.retinue.cli;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Audit;
import dev.retinue.core.staff.Callers;
import dev.retinue.core.staff.RunTokens;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.core.staff.Trouble;
import dev.retinue.store.Inventory;
import dev.retinue.store.SqlCredentials;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.DataDirectory;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.security.SecureRandom;
import javax.crypto.spec.SecretKeySpec;

/// A look into a data directory beside the daemon that may own it: the same core on the same
/// database, without the lock. What is changed here counts for the daemon at once.
final class Visit implements AutoCloseable {
  private final DataFolder folder;
  private final SqliteDatabase database;
  private final Surroundings surroundings;

  private Visit(DataFolder folder, SqliteDatabase database, Surroundings surroundings) {
    this.folder = folder;
    this.database = database;
    this.surroundings = surroundings;
  }

  static Visit to(Path place, Surroundings surroundings) {
    var folder = DataFolder.visit(place, Version.number(), surroundings.clock());
    if (!isReady(folder)) {
      prepare(place, folder, surroundings);
    }
    return new Visit(folder, open(folder), surroundings);
  }

  private static boolean isReady(DataFolder folder) {
    return folder.hasDatabase()
        && SqliteDatabase.look(folder.database(), folder.libraries(), Inventory::schema)
            >= SqlRunStore.migrations().latest();
  }

  /// A schema is made and changed by the owner only: another daemon may be at work on the old one.
  private static void prepare(Path place, DataFolder folder, Surroundings surroundings) {
    try (var _ = DataDirectory.open(place, Version.number(), surroundings.clock())) {
      open(folder).close();
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.CONFLICT) {
        throw e;
      }
      if (!isReady(folder)) {
        throw new RetinueException(
            ErrorCode.CONFLICT,
            "%s is being set up, or belongs to a daemon of an older Retinue; try again in a moment, and restart that daemon if this stays so."
                .formatted(place),
            e);
      }
    }
  }

  private static SqliteDatabase open(DataFolder folder) {
    return SqliteDatabase.open(
        folder.database(), folder.libraries(), SqlRunStore.migrations(), () -> {});
  }

  Callers callers() {
    var key = folder.keyFile().readOrCreate(new SecureRandom());
    return new Callers(
            new SqlCredentials(database),
            new SqlRunStore(database),
            new RunTokens(new SecretKeySpec(key, "HmacSHA256")),
            surroundings)
        .keptBy(Caller.owner().by(Origin.by(Origin.Surface.CLI).with(user())));
  }

  /// Whoever can write there is the owner; who that was on this machine is worth knowing.
  private static String user() {
    return System.getProperty("user.name", "");
  }

  /// Notes in the audit trail what a command did with the directory itself; where there is no trail
  /// yet, nothing was done that one would ask for.
  static void note(Path place, Action action) {
    var surroundings = Surroundings.real();
    try (var visit = to(place, surroundings)) {
      var who = Caller.owner().by(Origin.by(Origin.Surface.CLI).with(user()));
      new Audit(new SqlRunStore(visit.database).audit(), surroundings)
          .note(who, action, Subject.HOUSE);
    } catch (RetinueException e) {
      Trouble.note("an entry of the audit trail is missing", e);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
