package dev.retinue.crash;

import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.sqlite.Migrations;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.util.List;

/// A staff whose database says that it is done before the disk does. The step of its schema turns
/// `synchronous` down on the connection that writes.
final class LaxStaff implements AutoCloseable {
  private final SqliteDatabase database;
  private final Staff staff;

  /// @param data a data directory of the present version, with its folders
  LaxStaff(Path data, AgentRuntime runtime) {
    var steps = new Migrations("dev/retinue/crash/lax", SqlRunStore.migrations().latest() + 1);
    Runnable onFatal = () -> Runtime.getRuntime().halt(1);
    database =
        SqliteDatabase.open(data.resolve("retinue.db"), data.resolve("native"), steps, onFatal);
    var surroundings = Surroundings.real();
    var blobs = new FileBlobs(data.resolve("blobs"), surroundings.clock(), onFatal);
    staff =
        new Staff(
            new SqlRunStore(database), blobs, Stage.ROSTER, Limits.DEFAULT, surroundings, () -> {});
    staff.crew().begin(List.of(runtime));
  }

  Staff staff() {
    return staff;
  }

  @Override
  public void close() {
    staff.crew().close();
    database.close();
  }
}
