package dev.retinue.store;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.AuditEntry;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditEntry.Result;
import dev.retinue.core.audit.AuditEntry.Who;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Subject;
import dev.retinue.store.sqlite.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/// Entries of the audit trail as rows. What a line says is made of the row whenever it is looked
/// at: no text stands beside it that could say something else.
final class AuditForm {
  static final String COLUMNS =
      "number, at, caller, run, action, subject_kind, subject, within, agent, outcome, code,"
          + " surface, address, client, tool, trace, details, hash";

  /// The last number that was ever given, also if its row is gone.
  private static final String END =
      """
      SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0),
        coalesce((SELECT hash FROM audit ORDER BY number DESC LIMIT 1), ?)""";

  private static final TypeReference<Map<String, String>> DETAILS = new TypeReference<>() {};

  private AuditForm() {}

  /// A row as it stands there.
  ///
  /// @param hash what it says that its hash is
  record Row(AuditEntry entry, String hash) {}

  private record End(long number, String hash) {}

  static int append(Statements sql, AuditEntry unnumbered) throws SQLException {
    return append(sql, unnumbered, AuditCut.NONE);
  }

  /// @param cut after which it comes, if nothing else is left
  static int append(Statements sql, AuditEntry unnumbered, AuditCut cut) throws SQLException {
    var end =
        Rows.first(sql, row -> new End(row.getLong(1), row.getString(2)), END, cut.hash())
            .orElseThrow();
    var line = AuditLine.after(end.hash(), unnumbered.numbered(end.number() + 1));
    var entry = line.entry();
    var subject = entry.subject();
    var origin = entry.origin();
    return Rows.update(
        sql,
        "INSERT INTO audit (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            .formatted(COLUMNS),
        entry.number(),
        Stored.micros(entry.at()),
        entry.who().caller(),
        entry.who().run() == null ? null : entry.who().run().text(),
        entry.action(),
        subject.kind(),
        subject.id(),
        subject.within(),
        subject.agent(),
        entry.result().outcome().word(),
        entry.result().code() == null ? null : entry.result().code().name(),
        origin.surface().word(),
        origin.address(),
        origin.client(),
        origin.tool(),
        origin.trace(),
        entry.details().isEmpty() ? null : Stored.JSON.writeValueAsString(entry.details()),
        line.hash());
  }

  static Row read(ResultSet row) throws SQLException {
    var run = row.getString(4);
    var code = row.getString(11);
    var details = row.getString(17);
    return new Row(
        new AuditEntry(
            row.getLong(1),
            Stored.instant(row.getLong(2)),
            new Who(row.getString(3), run == null ? null : new RunId(run)),
            row.getString(5),
            new Subject(row.getString(6), row.getString(7), row.getString(8), row.getString(9)),
            new Result(
                Outcome.valueOf(upper(row.getString(10))),
                code == null ? null : ErrorCode.valueOf(code)),
            new Origin(
                Origin.Surface.valueOf(upper(row.getString(12))),
                row.getString(13),
                row.getString(14),
                row.getString(15),
                row.getString(16)),
            details == null ? Map.of() : Stored.JSON.readValue(details, DETAILS)),
        row.getString(18));
  }

  private static String upper(@Nullable String word) {
    return word == null ? "" : word.toUpperCase(Locale.ROOT);
  }
}
