package dev.retinue.store;

import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Deed;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// Where the trail begins after its beginning was cut off. The entry of a cut says what the last
/// hash was that went with it, and is a part of the chain itself: so whoever checks what is left
/// knows with which hash it has to begin.
///
/// @param number the last entry that is gone; 0 if none is
/// @param hash its hash
record AuditCut(long number, String hash) {
  static final AuditCut NONE = new AuditCut(0, AuditLine.BEGINNING);
  static final String NUMBER = "last_number";
  static final String HASH = "last_hash";
  static final String COUNT = "entries";

  /// The last cut of all.
  static AuditCut lastOf(Statements sql) throws SQLException {
    return Rows.first(
            sql,
            AuditForm::read,
            "SELECT "
                + AuditForm.COLUMNS
                + " FROM audit WHERE action = ? ORDER BY number DESC LIMIT 1",
            Action.AUDIT_CUT.word())
        .flatMap(row -> of(row))
        .orElse(NONE);
  }

  static Optional<AuditCut> of(AuditForm.Row row) {
    var details = row.entry().details();
    var hash = details.get(HASH);
    try {
      return hash == null || !row.entry().action().equals(Action.AUDIT_CUT.word())
          ? Optional.empty()
          : Optional.of(new AuditCut(Long.parseLong(details.getOrDefault(NUMBER, "")), hash));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// In one transaction: nobody ever sees a trail that begins later than it says.
  static long make(Statements sql, Instant before, int most, Deed deed) throws SQLException {
    record Last(long number, String hash, long count) {}
    // From the beginning up to the first that is kept: a clock may have jumped.
    var last =
        Rows.first(
            sql,
            row -> new Last(row.getLong(1), row.getString(2), 0),
            """
            SELECT number, hash FROM audit WHERE number <
              coalesce((SELECT min(number) FROM audit WHERE at >= ?1), 9223372036854775807)
              AND number < (SELECT min(number) FROM audit) + ?2
            ORDER BY number DESC LIMIT 1""",
            Stored.micros(before),
            most);
    if (last.isEmpty()) {
      return 0;
    }
    var gone = last.get();
    long count = Rows.update(sql, "DELETE FROM audit WHERE number <= ?", gone.number());
    deed.with(NUMBER, Long.toString(gone.number()))
        .with(HASH, gone.hash())
        .with(COUNT, Long.toString(count));
    AuditForm.append(sql, deed.entry(), new AuditCut(gone.number(), gone.hash()));
    return count;
  }
}
