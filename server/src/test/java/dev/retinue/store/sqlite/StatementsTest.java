package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementsTest {
  private static final String FIND = "SELECT coalesce(?, 'nothing')";

  @TempDir Path folder;

  @Test
  void a_statement_is_prepared_once_and_comes_without_the_values_of_before() {
    try (var notes = Notes.in(folder)) {
      var first =
          notes
              .database()
              .<PreparedStatement>change(
                  sql -> {
                    var statement = sql.prepare(FIND);
                    statement.setString(1, "something");
                    statement.executeQuery();
                    return statement;
                  });
      assertThat(
              notes
                  .database()
                  .<String>change(
                      sql -> {
                        assertThat(sql.prepare(FIND)).isSameAs(first);
                        return sql.prepare(FIND).executeQuery().getString(1);
                      }))
          .isEqualTo("nothing");
    }
  }

  @Test
  void a_statement_that_somebody_closed_is_prepared_again() {
    try (var notes = Notes.in(folder)) {
      for (int i = 0; i < 3; i++) {
        var text =
            notes
                .database()
                .<String>change(
                    sql -> {
                      try (var statement = sql.prepare(FIND)) {
                        return statement.executeQuery().getString(1);
                      }
                    });
        assertThat(text).isEqualTo("nothing");
      }
    }
  }

  @Test
  void no_more_than_a_few_hundred_are_kept_and_none_that_is_in_use_is_closed() {
    try (var notes = Notes.in(folder)) {
      var first =
          notes
              .database()
              .<PreparedStatement>change(
                  sql -> {
                    var statement = sql.prepare("SELECT 'first'");
                    for (int i = 0; i < 1000; i++) {
                      assertThat(sql.prepare("SELECT " + i).executeQuery().getInt(1)).isEqualTo(i);
                    }
                    assertThat(statement.executeQuery().getString(1)).isEqualTo("first");
                    return statement;
                  });
      assertThat(notes.database().<PreparedStatement>change(sql -> sql.prepare("SELECT 'first'")))
          .isNotSameAs(first);
    }
  }
}
