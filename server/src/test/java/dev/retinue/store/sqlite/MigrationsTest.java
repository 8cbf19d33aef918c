package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {
  private static final String RESOURCES = "dev/retinue/store/";
  private static final Migrations GROWN = new Migrations(RESOURCES + "grown", 3);

  @TempDir Path folder;

  @Test
  void an_old_database_takes_the_steps_that_it_has_not_seen() {
    try (var notes = Notes.in(folder)) {
      notes.add("old");
    }
    try (var database = open(GROWN)) {
      assertThat(number(database, "PRAGMA user_version")).isEqualTo(3);
      assertThat(number(database, "SELECT count(*) FROM tags WHERE tag = 'old'")).isOne();
      database.change(sql -> update(sql, "INSERT INTO notes (text, at) VALUES ('new', 1)"));
      assertThat(number(database, "SELECT count(*) FROM tags WHERE tag = 'new'")).isOne();
    }
  }

  @Test
  void references_are_kept_after_the_steps() {
    try (var database = open(GROWN)) {
      assertThatThrownBy(
              () -> database.change(sql -> update(sql, "INSERT INTO tags VALUES (99, 'x')")))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("FOREIGNKEY");
    }
  }

  @Test
  void a_database_of_a_newer_version_is_refused_with_the_remedy_and_not_touched() {
    open(GROWN).close();
    assertThatThrownBy(() -> Notes.in(folder))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining(Notes.file(folder).toString())
        .hasMessageContaining("version 3")
        .hasMessageContaining("version 1")
        .hasMessageContaining("upgrade Retinue");
    try (var database = open(GROWN)) {
      assertThat(number(database, "PRAGMA user_version")).isEqualTo(3);
    }
  }

  @Test
  void a_step_that_fails_leaves_nothing() {
    try (var notes = Notes.in(folder)) {
      notes.add("old");
    }
    assertThatThrownBy(() -> open(new Migrations(RESOURCES + "faulty", 2)))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("V2.sql")
        .hasStackTraceContaining("near \"THIS\"");
    assertUntouched();
  }

  @Test
  void a_step_that_leaves_dangling_references_fails() {
    try (var notes = Notes.in(folder)) {
      notes.add("old");
    }
    assertThatThrownBy(() -> open(new Migrations(RESOURCES + "dangling", 2)))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("V2.sql")
        .hasStackTraceContaining("tags");
    assertUntouched();
  }

  private void assertUntouched() {
    try (var notes = Notes.in(folder)) {
      assertThat(notes.all()).containsExactly("old");
      assertThat(number(notes.database(), "PRAGMA user_version")).isOne();
      assertThat(
              number(notes.database(), "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"))
          .isOne();
    }
  }

  @RepeatedTest(50)
  void many_who_open_a_new_database_at_once_take_each_step_once() throws Exception {
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<SqliteDatabase> opening = () -> open(GROWN);
      for (var opened : crowd.invokeAll(Collections.nCopies(8, opening))) {
        opened.get().close();
      }
    }
    try (var database = open(GROWN)) {
      assertThat(number(database, "PRAGMA user_version")).isEqualTo(3);
    }
  }

  private SqliteDatabase open(Migrations migrations) {
    return SqliteDatabase.open(Notes.file(folder), folder.resolve("native"), migrations, () -> {});
  }

  private static int update(Statements sql, String text) throws SQLException {
    return sql.prepare(text).executeUpdate();
  }

  private static int number(SqliteDatabase database, String query) {
    return database.read(
        sql -> {
          try (var row = sql.prepare(query).executeQuery()) {
            return row.getInt(1);
          }
        });
  }
}
