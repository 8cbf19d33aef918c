package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Session;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.Records;
import dev.retinue.core.port.RunStore.SessionPage;
import dev.retinue.core.port.RunStore.SessionPlace;
import dev.retinue.core.port.RunStore.SessionQuery;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the store promises about sessions.
final class SessionStoreTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");

  @TempDir private Path folder;
  private SqliteDatabase database;
  private SqlRunStore store;

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
    store = new SqlRunStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Session session(String id, Instant usedAt, @Nullable Instant closedAt) {
    var times = new Session.Times(NOON, usedAt, closedAt);
    return new Session(id, "anna", "writer", "talk", times, null);
  }

  private void change(Consumer<Records> action) {
    store.change(
        records -> {
          action.accept(records);
          return null;
        });
  }

  private SessionPage page(
      String caller, boolean closedToo, @Nullable SessionPlace before, int most) {
    return store.sessions(new SessionQuery(caller, closedToo, before, most));
  }

  @Test
  void sessions_are_kept_and_listed_for_their_caller() {
    var open = session("s1", NOON, null);
    var closed = session("s2", NOON, NOON);
    change(
        records -> {
          records.save(open);
          records.save(closed);
        });
    assertThat(store.session("s1")).contains(open);
    assertThat(store.session("s1", "anna")).contains(open);
    assertThat(store.session("s1", null)).contains(open);
    assertThat(page("anna", false, null, 10).sessions()).containsExactly(open);
    assertThat(page("anna", true, null, 10).sessions()).containsExactlyInAnyOrder(open, closed);
    assertThat(page("bert", true, null, 10).sessions()).isEmpty();
  }

  /// What cannot be read was not read.
  @Test
  void of_what_is_anothers_nothing_is_read() {
    change(records -> records.save(session("s1", NOON, null)));
    var run = RunStoreContract.root("anna", new Random(7));
    change(records -> records.insert(run, "Do it", List.of()));
    database.change(
        sql -> {
          Rows.update(sql, "UPDATE session SET body = 'torn'");
          return Rows.update(sql, "UPDATE run SET progress = 'torn', commission = 'torn'");
        });
    assertThat(store.session("s1", "bert")).isEmpty();
    assertThat(store.find(run.id(), "bert")).isEmpty();
    assertThat(store.find(List.of(run.id()), "bert")).isEmpty();
    change(
        records -> {
          assertThat(records.session("s1", "bert")).isEmpty();
          assertThat(records.run(run.id(), "bert")).isEmpty();
        });
  }

  @Test
  void pages_have_all_of_them_once_also_where_some_were_used_at_the_same_time() {
    change(
        records -> {
          for (int i = 0; i < 7; i++) {
            var at = NOON.plusSeconds(i / 3);
            records.save(session("s" + i, at, i == 6 ? at : null));
          }
        });
    var first = page("anna", false, null, 4);
    var second = page("anna", false, first.next(), 4);
    assertThat(first.total()).isEqualTo(6);
    assertThat(first.sessions()).extracting(Session::id).containsExactly("s3", "s4", "s5", "s0");
    assertThat(second.sessions()).extracting(Session::id).containsExactly("s1", "s2");
    assertThat(second.next()).isNull();
    assertThat(page("anna", true, null, 1).total()).isEqualTo(7);
    change(records -> assertThat(records.openSessions("anna")).isEqualTo(6));
  }

  @Test
  void a_key_leads_to_the_session_that_was_made_with_it() {
    var key = new StartKey("anna", "create_session", "k1", "digest");
    change(
        records -> {
          records.save(session("s1", NOON, null));
          records.remember(key, "s1", NOON);
        });
    var earlier = new StartKey.EarlierSession("s1", "digest");
    assertThat(store.earlierSession(key)).contains(earlier);
    change(records -> assertThat(records.earlierSession(key)).contains(earlier));
    assertThat(store.earlierSession(key.forTool("fork_session"))).isEmpty();
  }

  @Test
  void another_goes_by_the_name_of_one_until_it_is_gone() {
    change(records -> records.save(session("first", NOON, NOON)));
    assertThat(store.goingBy("first")).map(Session::id).contains("first");
    change(
        records -> {
          records.save(session("second", NOON, NOON));
          records.noteSuccessor("first", "second");
        });
    assertThat(store.goingBy("first")).map(Session::id).contains("second");
    change(
        records -> {
          records.save(session("third", NOON, null));
          records.noteSuccessor("first", "third");
        });
    assertThat(store.goingBy("first")).map(Session::id).contains("third");
    change(records -> records.save(session("third", NOON, NOON)));
    change(records -> records.removeEmptySessions(NOON.plusSeconds(1)));
    assertThat(store.goingBy("first")).isEmpty();
  }
}
