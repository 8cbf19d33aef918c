package dev.retinue.store.check;

import dev.retinue.core.Account;
import dev.retinue.core.Lineage;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.store.AuditTrail;
import dev.retinue.store.Inventory;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Looks at one snapshot of the database: whatever is at work meanwhile, it sees one moment.
final class RecordsCheck {
  private final Statements sql;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<RunId, Known> runs = new HashMap<>();

  /// What has to be known of every run at once.
  private record Known(Lineage lineage, boolean hasAccount, List<RunId> payers, Usage used) {}

  private RecordsCheck(Statements sql) {
    this.sql = sql;
  }

  static List<Fault> of(Statements sql) throws SQLException {
    var check = new RecordsCheck(sql);
    check.file();
    if (check.faults.isEmpty()) {
      // Where pages are damaged, all else would be said in vain.
      check.rows();
      check.lineage();
      check.ledger();
      check.spending();
      AuditTrail.check(sql).faults().forEach(it -> check.faults.add(Fault.audit(it)));
    }
    return check.faults;
  }

  private void file() throws SQLException {
    for (var word : Inventory.texts(sql, "PRAGMA integrity_check(20)")) {
      if (!word.equals("ok")) {
        faults.add(Fault.store("The database is damaged: %s.".formatted(word)));
      }
    }
    var dangling = Inventory.texts(sql, "PRAGMA foreign_key_check");
    if (!dangling.isEmpty()) {
      faults.add(
          Fault.store(
              "%d rows refer to others that are not there (table %s)."
                  .formatted(dangling.size(), dangling.getFirst())));
    }
  }

  private void rows() throws SQLException {
    for (var id :
        Inventory.texts(
            sql,
            """
            SELECT id FROM run WHERE
              sequence <> (SELECT count(*) FROM event WHERE event.run = run.number)
              OR (ended_at IS NULL) = (state IN ('completed', 'failed', 'stopped'))
              OR open <> (ended_at IS NULL OR json_extract(progress, '$.tenure.occupied'))""")) {
      faults.add(Fault.store("The row of run %s does not agree with its events.".formatted(id)));
    }
  }

  private void lineage() throws SQLException {
    Inventory.runs(
        sql,
        (root, run) -> {
          runs.put(
              run.id(),
              new Known(
                  run.commission().lineage(),
                  run.hasAccount(),
                  run.payers(),
                  run.dossier().usage()));
          requireRoot(root, run);
        });
    runs.forEach((id, known) -> requireAbove(id, known.lineage()));
  }

  private void requireRoot(String root, Run run) {
    if (!root.equals(run.root().text())) {
      faults.add(
          Fault.lineage(
              "Run %s is kept in the tree of %s, and its lineage begins with %s."
                  .formatted(run.id(), root, run.root())));
    }
  }

  private void requireAbove(RunId id, Lineage lineage) {
    var above = lineage.above();
    if (lineage.isBelow(id)) {
      faults.add(Fault.lineage("Run %s stands above itself.".formatted(id)));
      return;
    }
    if (above.isEmpty()) {
      return;
    }
    var parent = runs.get(above.getLast().run());
    if (parent == null) {
      faults.add(
          Fault.lineage(
              "Run %s was started by run %s, which is not there."
                  .formatted(id, above.getLast().run())));
    } else if (!parent.lineage().above().equals(above.subList(0, above.size() - 1))) {
      faults.add(
          Fault.lineage(
              "Run %s says that it is %d deep below %s, which is not what run %s above it says."
                  .formatted(id, above.size(), above.getFirst().run(), above.getLast().run())));
    }
  }

  /// From the events to the runs, and from those to all accounts that pay for them.
  private void ledger() throws SQLException {
    var spent = Inventory.spent(sql);
    Map<RunId, Usage> charged = new HashMap<>();
    Map<RunId, Long> below = new HashMap<>();
    runs.forEach(
        (id, known) -> {
          var used = spent.getOrDefault(id, Usage.NONE);
          if (!amounts(used).equals(amounts(known.used()))) {
            faults.add(
                Fault.ledger(
                    "The events of run %s say that it used %s, and its row says %s."
                        .formatted(id, amounts(used), amounts(known.used()))));
          }
          known.payers().forEach(payer -> charged.merge(payer, known.used(), Usage::plus));
          known.lineage().above().forEach(link -> below.merge(link.run(), 1L, Long::sum));
        });
    for (var entry : runs.entrySet()) {
      if (entry.getValue().hasAccount()) {
        account(
            entry.getKey(),
            charged.getOrDefault(entry.getKey(), Usage.NONE),
            below.getOrDefault(entry.getKey(), 0L));
      }
    }
  }

  private void account(RunId holder, Usage charged, long below) throws SQLException {
    var found = Inventory.account(sql, holder);
    if (found.isEmpty()) {
      faults.add(Fault.ledger("Run %s has no account.".formatted(holder)));
      return;
    }
    var account = found.get();
    // What was removed below it was paid all the same, and cannot be counted any more.
    boolean whole = account.runs() <= below;
    if (whole ? !amounts(account.spent()).equals(amounts(charged)) : isLess(account, charged)) {
      faults.add(
          Fault.ledger(
              "The account of run %s says %s, and the runs that it pays for used %s."
                  .formatted(holder, amounts(account.spent()), amounts(charged))));
    }
  }

  private static boolean isLess(Account account, Usage charged) {
    return account.spent().cost().compareTo(charged.cost()) < 0
        || account.spent().tokens() < charged.tokens();
  }

  private static String amounts(Usage usage) {
    return "%s, %d tokens in and %d out"
        .formatted(usage.cost(), usage.inputTokens(), usage.outputTokens());
  }

  /// The book outlives runs, so that it may only have more.
  private void spending() throws SQLException {
    for (var caller :
        Inventory.texts(
            sql,
            """
            SELECT used.caller FROM (
              SELECT run.caller AS caller, sum(json_extract(event.body, '$.usage.cost')) AS cost
              FROM event JOIN run ON run.number = event.run
              WHERE event.kind = 'spent' AND json_extract(run.commission, '$.labels.imported') IS NULL
              GROUP BY run.caller) AS used
            WHERE used.cost > coalesce(
              (SELECT sum(spend.cost) FROM spend WHERE spend.caller = used.caller), 0)""")) {
      faults.add(
          Fault.spending(
              "The runs of caller '%s' cost more than stands in the spend book."
                  .formatted(caller)));
    }
  }
}
