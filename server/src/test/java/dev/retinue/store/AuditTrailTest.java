package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Origin;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.ChainCheck;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.AuditLog;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuditTrailTest {
  private static final Instant NOON = Instant.parse("2026-11-18T12:00:00.123456Z");

  @TempDir private Path folder;
  private SqliteDatabase database;
  private SqlAudit audit;

  @BeforeEach
  void open() {
    database =
        SqliteDatabase.open(
            folder.resolve("retinue.db"),
            folder.resolve("native"),
            SqlRunStore.migrations(),
            () -> {
              throw new AssertionError("the disk is fine");
            });
    audit = new SqlAudit(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void every_entry_hangs_on_the_one_before() {
    fill(5);
    var lines = audit.after(0, 100);
    assertThat(lines).extracting(it -> it.entry().number()).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(lines.getFirst().previous()).isEqualTo(AuditLine.BEGINNING);
    for (int i = 1; i < lines.size(); i++) {
      assertThat(lines.get(i).previous()).isEqualTo(lines.get(i - 1).hash());
    }
    assertThat(check().sound()).isTrue();
    assertThat(check().count()).isEqualTo(5);
  }

  @Test
  void a_line_that_is_exported_can_be_read_again_to_the_letter() {
    fill(3);
    for (var line : audit.after(0, 100)) {
      assertThat(AuditLine.read(line.text())).contains(line);
      assertThat(AuditLine.read(line.text() + " ")).isEmpty();
      assertThat(AuditLine.read(line.text().replace("{\"number\"", "{\"x\":1,\"number\"")))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE audit SET caller = 'mallory' WHERE number = 3|Entry 3 was changed",
        "UPDATE audit SET subject = 'agent-x' WHERE number = 3|Entry 3 was changed",
        "UPDATE audit SET outcome = 'refused' WHERE number = 3|Entry 3 was changed",
        "UPDATE audit SET outcome = 'nonsense' WHERE number = 3|Entry 3 was changed: it cannot be read",
        "UPDATE audit SET at = at + 1 WHERE number = 3|Entry 3 was changed",
        "UPDATE audit SET details = '{\"a\":\"b\"}' WHERE number = 3|Entry 3 was changed",
        "UPDATE audit SET trace = 'x' WHERE number = 5|Entry 5 was changed",
        "DELETE FROM audit WHERE number = 1|Entry 1 is missing",
        "DELETE FROM audit WHERE number = 3|Entry 3 is missing",
        "DELETE FROM audit WHERE number > 3|Entries 4 to 5 are missing",
        "DELETE FROM audit|Entries 1 to 5 are missing"
      })
  void a_changed_or_removed_entry_is_found(String damage, String expected) {
    fill(5);
    database.change(sql -> Rows.update(sql, damage));
    assertThat(check().faults()).isNotEmpty();
    assertThat(check().faults().getFirst()).startsWith(expected);
  }

  @Test
  void an_entry_that_was_put_in_between_is_found() {
    fill(5);
    database.change(
        sql -> {
          Rows.update(sql, "UPDATE audit SET number = number + 100 WHERE number > 2");
          Rows.update(
              sql,
              "INSERT INTO audit SELECT 3, at, caller, run, action, subject_kind, subject, within, agent, outcome, code, surface, address, client, tool, trace, details, hash FROM audit WHERE number = 2");
          return Rows.update(sql, "UPDATE audit SET number = number - 99 WHERE number > 100");
        });
    assertThat(check().faults().getFirst()).startsWith("Entry 3 was changed");
  }

  @Test
  void entries_in_another_order_are_found() {
    fill(5);
    database.change(
        sql -> {
          Rows.update(sql, "UPDATE audit SET number = 99 WHERE number = 2");
          Rows.update(sql, "UPDATE audit SET number = 2 WHERE number = 3");
          return Rows.update(sql, "UPDATE audit SET number = 3 WHERE number = 99");
        });
    assertThat(check().faults().getFirst()).startsWith("Entry 2 was changed");
  }

  @Test
  void what_was_removed_from_the_end_is_missed_also_when_more_was_added() {
    fill(5);
    database.change(sql -> Rows.update(sql, "DELETE FROM audit WHERE number > 3"));
    fill(2);
    assertThat(check().faults()).containsExactly("Entries 4 to 5 are missing: they were removed.");
  }

  @Test
  void a_trail_can_be_cut_at_its_beginning_again_and_again_and_is_still_sound() {
    fill(20);
    assertThat(audit.cut(NOON.plusSeconds(5), cut(30))).isEqualTo(5);
    assertThat(check().sound()).isTrue();
    assertThat(check().count()).isEqualTo(16);
    assertThat(audit.cut(NOON.plusSeconds(5), cut(30))).isZero();
    assertThat(audit.cut(NOON.plusSeconds(12), cut(31))).isEqualTo(7);
    // Everything but the entry of the cut itself.
    assertThat(audit.cut(NOON.plusSeconds(1000), cut(2000))).isEqualTo(10);
    assertThat(check().sound()).isTrue();
    assertThat(check().count()).isEqualTo(1);
    fill(3);
    assertThat(check().sound()).isTrue();
    database.change(sql -> Rows.update(sql, "DELETE FROM audit WHERE number = 23"));
    assertThat(check().faults().getFirst()).contains("missing");
  }

  @Test
  void to_cut_by_hand_is_noticed() {
    fill(20);
    audit.cut(NOON.plusSeconds(5), cut(30));
    database.change(sql -> Rows.update(sql, "DELETE FROM audit WHERE number < 8"));
    assertThat(check().faults().getFirst()).startsWith("Entries 6 to 7 are missing");
  }

  @Test
  void it_can_be_searched() {
    fill(30);
    assertThat(numbers(new AuditLog.Query(null, "bob", null, null, null, null, 3)))
        .containsExactly(30L, 28L, 26L);
    assertThat(numbers(new AuditLog.Query(null, null, "run.stop", "thing-7", null, null, 9)))
        .containsExactly(7L);
    assertThat(numbers(new AuditLog.Query(null, null, "run", null, null, null, 2)))
        .containsExactly(30L, 29L);
    assertThat(numbers(new AuditLog.Query(null, null, "session", null, null, null, 2))).isEmpty();
    assertThat(numbers(new AuditLog.Query(NOON.plusSeconds(28), null, null, null, "ok", null, 9)))
        .containsExactly(30L, 29L);
  }

  @Test
  void pages_follow_one_another() {
    fill(30);
    var found = new ArrayList<Long>();
    Long before = null;
    do {
      var page = audit.page(new AuditLog.Query(null, "bob", null, null, null, before, 4));
      page.lines().forEach(it -> found.add(it.entry().number()));
      before = page.next();
    } while (before != null);
    assertThat(found)
        .hasSize(15)
        .doesNotHaveDuplicates()
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
  }

  @Test
  void nobody_who_checks_while_it_is_cut_sees_a_fault() throws Exception {
    fill(60);
    var cutting =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 1; i < 55; i++) {
                    audit.cut(NOON.plusSeconds(i), cut(1000));
                  }
                });
    var faults = new ArrayList<String>();
    while (cutting.isAlive()) {
      faults.addAll(check().faults());
    }
    cutting.join();
    assertThat(faults).isEmpty();
  }

  private List<Long> numbers(AuditLog.Query query) {
    return audit.page(query).lines().stream().map(it -> it.entry().number()).toList();
  }

  private ChainCheck.Report check() {
    return database.read(AuditTrail::check);
  }

  private static Deed cut(int seconds) {
    return new Deed(Caller.owner(), Action.AUDIT_CUT, Subject.AUDIT, NOON.plusSeconds(seconds));
  }

  private void fill(int count) {
    for (int i = 1; i <= count; i++) {
      var caller = new Caller(i % 2 == 0 ? "bob" : "anna", "x", Caller.Scope.RUN, null);
      audit.append(
          new Deed(
              caller.by(Origin.by(Origin.Surface.REST).from("127.0.0.1").with("curl")),
              Action.RUN_STOP,
              new Subject("run", "thing-" + i, "session-" + i % 3, "writer"),
              NOON.plusSeconds(i - 1)));
    }
  }
}
