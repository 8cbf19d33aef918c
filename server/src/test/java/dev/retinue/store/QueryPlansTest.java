package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore.RunQuery;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is asked often looks at few rows, however many there are.
final class QueryPlansTest {
  private static final List<String> OPEN = List.of("running", "waiting");

  @TempDir private Path folder;
  private SqliteDatabase database;

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
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_tree_is_found_by_its_root() {
    var root = RunId.random(RunId.Prefix.AGENT, new Random(1));

    assertThat(plan(new RunQuery(null, List.of(), root, null, null, 50)))
        .contains("run_of_root")
        .doesNotContain("SCAN");
    assertThat(plan(new RunQuery("anna", List.of(), root, null, 7L, 50)))
        .contains("run_of_root")
        .doesNotContain("run_of_caller");
  }

  @Test
  void what_is_open_is_found_among_what_is_open() {
    assertThat(plan(new RunQuery(null, OPEN, null, null, null, 50))).contains("run_open");
    assertThat(plan(new RunQuery("anna", OPEN, null, null, 7L, 50))).contains("run_open");
    assertThat(plan(new RunQuery("anna", OPEN, RunId.Prefix.SPAWN, null, null, null, 50)))
        .contains("run_open");
    assertThat(plan(new RunQuery("anna", List.of(), null, null, null, 50)))
        .contains("run_of_caller");
  }

  @Test
  void the_feed_of_a_caller_is_read_in_a_window_of_all_events() {
    assertThat(plan(SqlRunStore.FEED_OF_CALLER, 0L, 10L, "anna", 500))
        .contains("SEARCH event USING INTEGER PRIMARY KEY")
        .doesNotContain("TEMP B-TREE");
  }

  @Test
  void the_whole_feed_is_read_in_its_order() {
    assertThat(plan(SqlRunStore.WHOLE_FEED, 0L, 500))
        .contains("SEARCH event USING INTEGER PRIMARY KEY")
        .doesNotContain("TEMP B-TREE");
  }

  @Test
  void what_was_removed_is_found_among_what_was_removed() {
    assertThat(plan(SqlRunStore.REMOVED, 100))
        .contains("run_removed")
        .contains("run_open_in_tree")
        .doesNotContain("TEMP B-TREE");
  }

  @Test
  void the_sessions_of_a_caller_are_counted_without_a_look_at_each_of_them() {
    assertThat(plan(SessionSearch.COUNT + SessionSearch.condition("anna", false), "anna"))
        .contains("COVERING INDEX session_open");
    assertThat(plan(SessionSearch.COUNT + SessionSearch.condition("anna", true), "anna"))
        .contains("COVERING INDEX session_of_caller");
  }

  @Test
  void the_sessions_of_everybody_are_paged_without_a_look_at_all_of_them() {
    for (boolean closedToo : new boolean[] {true, false}) {
      var index = closedToo ? "session_used" : "session_used_open";
      assertThat(plan(SessionSearch.COUNT + SessionSearch.condition(null, closedToo)))
          .contains("COVERING INDEX");
      var all = SessionSearch.condition(null, closedToo);
      assertThat(plan(SessionSearch.paged(all), 50))
          .containsPattern("INDEX %s\\b".formatted(index))
          .doesNotContain("TEMP B-TREE");
      assertThat(plan(SessionSearch.paged(all + SessionSearch.BEFORE), 7L, 7L, "an id", 50))
          .contains("SEARCH")
          .containsPattern("INDEX %s\\b".formatted(index))
          .doesNotContain("TEMP B-TREE");
    }
  }

  private String plan(RunQuery query) {
    var search = RunSearch.of(query);
    return plan(
        "SELECT id FROM run WHERE %s ORDER BY number DESC LIMIT ?".formatted(search.condition()),
        search.values().toArray());
  }

  private String plan(String query, @Nullable Object... values) {
    List<String> steps =
        database.read(
            sql -> Rows.all(sql, row -> row.getString(4), "EXPLAIN QUERY PLAN " + query, values));
    return String.join("\n", steps);
  }
}
