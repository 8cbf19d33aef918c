package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest {
  @TempDir Path folder;

  @Test
  void what_was_changed_is_there_after_opening_it_again() {
    try (var notes = Notes.in(folder)) {
      assertThat(notes.add("one")).isEqualTo(1);
      assertThat(notes.all()).containsExactly("one");
    }
    try (var notes = Notes.in(folder)) {
      assertThat(notes.add("two")).isEqualTo(2);
      assertThat(notes.all()).containsExactly("one", "two");
    }
  }

  @Test
  void a_crowd_of_changes_loses_none_and_takes_back_only_those_that_throw() {
    var refused = new AtomicInteger();
    try (var notes = Notes.in(folder)) {
      try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 2000; i++) {
          int number = i;
          crowd.execute(
              () -> {
                try {
                  notes.database().change(sql -> addOrRefuse(sql, number));
                } catch (RetinueException _) {
                  refused.incrementAndGet();
                }
              });
        }
      }
      assertThat(refused).hasValue(200);
      assertThat(notes.all()).hasSize(1800).noneMatch(text -> text.endsWith("7"));
    }
  }

  private static long addOrRefuse(Statements sql, int number) throws SQLException {
    long id = Notes.insert(sql, "note " + number);
    if (number % 10 == 7) {
      throw new RetinueException(ErrorCode.CONFLICT, "no sevens");
    }
    return id;
  }

  @Test
  void the_caller_gets_what_the_work_threw() {
    try (var notes = Notes.in(folder)) {
      notes.add("one");
      assertThatThrownBy(() -> notes.add("one"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("SQLITE_CONSTRAINT_UNIQUE");
      var own = new RetinueException(ErrorCode.NOT_FOUND, "There is no note.");
      assertThatThrownBy(
              () ->
                  notes
                      .database()
                      .change(
                          sql -> {
                            Notes.insert(sql, "two");
                            throw own;
                          }))
          .isSameAs(own);
      var error = new AssertionError("broken");
      assertThatThrownBy(
              () ->
                  notes
                      .database()
                      .change(
                          _ -> {
                            throw error;
                          }))
          .isSameAs(error);
      assertThat(notes.all()).containsExactly("one");
      assertThat(notes.add("three")).isEqualTo(2);
    }
  }

  @Test
  void an_interrupted_caller_still_learns_what_came_of_its_change() {
    try (var notes = Notes.in(folder)) {
      Thread.currentThread().interrupt();
      assertThat(notes.add("one")).isEqualTo(1);
      assertThat(notes.all()).containsExactly("one");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void a_change_cannot_wait_for_another() {
    try (var notes = Notes.in(folder)) {
      assertThatThrownBy(() -> notes.database().change(_ -> notes.add("inner")))
          .isInstanceOf(IllegalStateException.class);
      assertThat(notes.add("outer")).isEqualTo(1);
    }
  }

  @Test
  void a_read_is_one_snapshot_and_does_not_wait_for_the_writer() {
    try (var notes = Notes.in(folder)) {
      notes.add("one");
      var seen = new ArrayList<String>();
      notes
          .database()
          .read(
              sql -> {
                seen.addAll(Notes.all(sql));
                notes.add("two");
                seen.addAll(Notes.all(sql));
                return seen;
              });
      assertThat(seen).containsExactly("one", "one");
      assertThat(notes.all()).containsExactly("one", "two");
    }
  }

  @Test
  void a_read_inside_a_change_sees_what_was_durable_before_it() {
    try (var notes = Notes.in(folder)) {
      notes.add("one");
      var seen =
          notes
              .database()
              .change(
                  sql -> {
                    Notes.insert(sql, "two");
                    return notes.all();
                  });
      assertThat(seen).containsExactly("one");
    }
  }

  @Test
  void a_result_left_open_does_not_hold_the_snapshot() {
    try (var notes = Notes.in(folder)) {
      notes.add("one");
      notes.add("two");
      for (int i = 0; i < Limits.DEFAULTS.readers(); i++) {
        notes.database().read(sql -> sql.prepare("SELECT text FROM notes").executeQuery().next());
      }
      notes.add("three");
      assertThat(notes.all()).containsExactly("one", "two", "three");
    }
  }

  @Test
  void a_read_cannot_change_anything() {
    try (var notes = Notes.in(folder)) {
      assertThatThrownBy(() -> notes.database().read(sql -> Notes.insert(sql, "one")));
      assertThat(notes.all()).isEmpty();
    }
  }

  @Test
  void after_the_end_changes_and_reads_are_refused_with_a_sentence() {
    var notes = Notes.in(folder);
    notes.close();
    notes.close();
    for (var attempt : new Runnable[] {() -> notes.add("one"), notes::all}) {
      assertThatThrownBy(attempt::run)
          .isInstanceOfSatisfying(
              RetinueException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
          .hasMessageStartingWith("Retinue is shutting down");
    }
  }

  @Test
  void closing_waits_for_what_was_accepted_and_leaves_one_file_and_no_thread() throws IOException {
    var notes = Notes.in(folder);
    var accepted = new AtomicInteger();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 500; i++) {
        int number = i;
        crowd.execute(
            () -> {
              try {
                notes.add("note " + number);
                accepted.incrementAndGet();
              } catch (RetinueException e) {
                assertThat(e).hasMessageStartingWith("Retinue is shutting down");
              }
            });
      }
      notes.close();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("store-writer"));
    try (var files = java.nio.file.Files.list(Notes.file(folder).getParent())) {
      assertThat(files).containsExactly(Notes.file(folder));
    }
    try (var again = Notes.in(folder)) {
      assertThat(again.all()).hasSize(accepted.get());
    }
  }

  @Test
  void whoever_is_told_in_a_read_that_it_closes_can_record_nothing_of_that_any_more()
      throws Exception {
    var notes = Notes.in(folder);
    var reading = new CountDownLatch(1);
    var enough = new CountDownLatch(1);
    try (var others = Executors.newVirtualThreadPerTaskExecutor()) {
      var slow =
          others.submit(
              () ->
                  notes
                      .database()
                      .read(
                          _ -> {
                            reading.countDown();
                            return uninterrupted(enough);
                          }));
      reading.await();
      var closing = others.submit(notes::close);
      try {
        assertThatThrownBy(() -> readUntilRefused(notes))
            .hasMessageStartingWith("Retinue is shutting down");
        assertThatThrownBy(() -> notes.add("it was refused"))
            .hasMessageStartingWith("Retinue is shutting down");
      } finally {
        enough.countDown();
      }
      assertThat(slow.get()).isEqualTo("read");
      closing.get();
    }
    try (var again = Notes.in(folder)) {
      assertThat(again.all()).isEmpty();
    }
  }

  private static String uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
      return "read";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void readUntilRefused(Notes notes) {
    while (true) {
      notes.all();
    }
  }
}
