package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.ChainCheck;
import dev.retinue.core.port.AuditLog;
import dev.retinue.store.AuditTrail;
import dev.retinue.store.Inventory;
import dev.retinue.store.SqlAudit;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.sqlite.SqlWork;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The audit trail of a data directory, for those who only look.
final class AuditArchive {
  /// The first version of the schema that has one.
  private static final int SINCE_SCHEMA = 8;

  private static final int AT_ONCE = 1_000;

  private final DataFolder folder;

  AuditArchive(Path place) {
    this.folder = new DataFolder(place);
    if (!folder.hasDatabase() || look(Inventory::schema) < SINCE_SCHEMA) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no audit trail in %s yet; the first start of the daemon begins it."
              .formatted(place));
    }
  }

  <T> T look(SqlWork<T> work) {
    return SqliteDatabase.look(folder.database(), folder.libraries(), work);
  }

  ChainCheck.Report check() {
    return look(AuditTrail::check);
  }

  long last() {
    return look(AuditTrail::bounds).last();
  }

  /// Some of the newest, for somebody who looks often.
  List<AuditLine> latest(AuditLog.Query wanted) {
    return look(sql -> SqlAudit.page(sql, wanted.page(null, AT_ONCE)).lines());
  }

  /// The newest first, in one snapshot.
  List<AuditLine> newest(AuditLog.Query wanted, int most) {
    return look(
        sql -> {
          var found = new ArrayList<AuditLine>();
          Long before = null;
          do {
            var page = SqlAudit.page(sql, wanted.page(before, most - found.size()));
            found.addAll(page.lines());
            before = page.next();
          } while (before != null && found.size() < most);
          return found;
        });
  }
}
