package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens to changes that are in one transaction with others.
class GroupCommitTest {
  private static final int CROWD = 20;

  @TempDir Path folder;

  @Test
  void changes_that_wait_together_are_committed_together() throws Exception {
    try (var notes = Notes.in(folder)) {
      var durableBefore =
          together(
              notes.database(),
              number ->
                  sql -> {
                    Notes.insert(sql, "note " + number);
                    return notes.all().size();
                  });
      for (var answer : durableBefore) {
        assertThat(answer.get()).isZero();
      }
      assertThat(notes.all()).hasSize(CROWD);
    }
  }

  @Test
  void one_that_throws_takes_back_only_itself() throws Exception {
    try (var notes = Notes.in(folder)) {
      notes.add("note 7");
      var answers = together(notes.database(), number -> sql -> pair(sql, number));
      for (int number = 0; number < CROWD; number++) {
        if (number == 7) {
          assertThatThrownBy(answers.get(number)::get)
              .hasCauseInstanceOf(SQLException.class)
              .hasMessageContaining("CONSTRAINT_UNIQUE");
        } else {
          assertThat(answers.get(number).get()).isPositive();
        }
      }
      assertThat(notes.all()).hasSize(2 * CROWD - 1).doesNotContain("first of 7");
    }
  }

  private static int pair(Statements sql, int number) throws SQLException {
    return (int) (Notes.insert(sql, "first of " + number) + Notes.insert(sql, "note " + number));
  }

  @Test
  void one_that_gives_up_the_whole_transaction_leaves_nobody_with_a_false_answer()
      throws Exception {
    try (var notes = Notes.in(folder)) {
      notes.add("there");
      var answers =
          together(
              notes.database(),
              number ->
                  sql -> {
                    var text = number == 7 ? "there" : "note " + number;
                    var insert = sql.prepare("INSERT OR ROLLBACK INTO notes (text) VALUES (?)");
                    insert.setString(1, text);
                    return insert.executeUpdate();
                  });
      for (int number = 0; number < CROWD; number++) {
        assertThatThrownBy(answers.get(number)::get)
            .hasMessageContaining(number == 7 ? "CONSTRAINT_UNIQUE" : "try again");
      }
      assertThat(notes.all()).containsExactly("there");
      assertThat(notes.add("after")).isPositive();
    }
  }

  @Test
  void if_the_commit_fails_all_are_told_and_nothing_remains() throws Exception {
    var migrations = new Migrations("dev/retinue/store/deferred", 1);
    try (var database =
        SqliteDatabase.open(Notes.file(folder), folder.resolve("native"), migrations, () -> {})) {
      var notes = new Notes(database);
      var answers =
          together(
              database,
              number ->
                  sql -> {
                    var insert = sql.prepare("INSERT INTO notes (text, answers) VALUES (?, ?)");
                    insert.setString(1, "note " + number);
                    insert.setObject(2, number == 7 ? 4711 : null);
                    return insert.executeUpdate();
                  });
      for (var answer : answers) {
        assertThatThrownBy(answer::get).hasMessageContaining("FOREIGNKEY");
      }
      assertThat(notes.all()).isEmpty();
      assertThat(notes.add("after")).isPositive();
    }
  }

  @Test
  void a_full_disk_is_said_and_when_there_is_room_again_it_goes_on() throws Exception {
    try (var notes = Notes.in(folder)) {
      notes.add("before");
      // Holds for the connection that writes, until it is opened anew.
      notes.database().change(sql -> sql.prepare("PRAGMA max_page_count = 1").executeQuery());
      var answers =
          together(notes.database(), number -> sql -> (int) Notes.insert(sql, big(number)));
      for (var answer : answers) {
        assertThatThrownBy(answer::get)
            .cause()
            .isInstanceOfSatisfying(
                RetinueException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
            .hasMessageStartingWith("The disk that holds " + Notes.file(folder).getParent())
            .hasMessageContaining("is full")
            .hasMessageEndingWith("free some space, then try again.");
      }
      assertThat(notes.all()).containsExactly("before");
      assertThat(notes.add(big(1))).isPositive();
      assertThat(notes.all()).hasSize(2);
    }
  }

  private static String big(int number) {
    return number + "x".repeat(100_000);
  }

  @Test
  void a_lock_that_another_program_holds_is_said_and_can_be_outlived() throws Exception {
    var limits = new Limits(10, 10, 2, Duration.ofMillis(50), Duration.ofSeconds(10));
    try (var notes = Notes.in(folder, limits)) {
      var other = new SqliteFile(Notes.file(folder), Duration.ZERO).open();
      other.run("BEGIN IMMEDIATE");
      assertThatThrownBy(() -> notes.add("one"))
          .isInstanceOfSatisfying(
              RetinueException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
          .hasMessageContaining("Another program holds the lock of " + Notes.file(folder));
      assertThat(notes.all()).isEmpty();
      other.close();
      assertThat(notes.add("two")).isPositive();
    }
  }

  @Test
  void when_too_many_wait_the_next_is_told_so() throws Exception {
    var limits = new Limits(CROWD, CROWD, 2, Duration.ofSeconds(1), Duration.ofMillis(50));
    try (var notes = Notes.in(folder, limits)) {
      var answers =
          together(
              notes.database(),
              number -> sql -> (int) Notes.insert(sql, "note " + number),
              () ->
                  assertThatThrownBy(() -> notes.add("one too many"))
                      .isInstanceOfSatisfying(
                          RetinueException.class,
                          e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
                      .hasMessageContaining("overloaded"));
      for (var answer : answers) {
        assertThat(answer.get()).isPositive();
      }
      assertThat(notes.all()).hasSize(CROWD);
    }
  }

  @Test
  void when_too_many_read_the_next_is_told_so() {
    var limits = new Limits(10, 10, 1, Duration.ofSeconds(1), Duration.ofMillis(50));
    try (var notes = Notes.in(folder, limits)) {
      assertThatThrownBy(() -> notes.database().read(_ -> notes.all()))
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining("overloaded");
      assertThat(notes.all()).isEmpty();
    }
  }

  private static List<Future<Integer>> together(
      SqliteDatabase database, IntFunction<SqlWork<Integer>> works) throws InterruptedException {
    return together(database, works, () -> {});
  }

  /// Many changes, all of them waiting when the writer comes to them, and something in between.
  private static List<Future<Integer>> together(
      SqliteDatabase database, IntFunction<SqlWork<Integer>> works, Runnable whileTheyWait)
      throws InterruptedException {
    var answers = new ArrayList<Future<Integer>>();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var gate = new CountDownLatch(1);
      var inside = new CountDownLatch(1);
      crowd.execute(() -> database.change(_ -> hold(inside, gate)));
      inside.await();
      try {
        var callers = new ArrayList<Thread>();
        for (int i = 0; i < CROWD; i++) {
          var work = works.apply(i);
          answers.add(
              crowd.submit(
                  () -> {
                    synchronized (callers) {
                      callers.add(Thread.currentThread());
                    }
                    return database.change(work);
                  }));
        }
        awaitWaiting(callers);
        whileTheyWait.run();
      } finally {
        gate.countDown();
      }
    }
    return answers;
  }

  private static void awaitWaiting(List<Thread> callers) {
    boolean all = false;
    while (!all) {
      Thread.onSpinWait();
      synchronized (callers) {
        all =
            callers.size() == CROWD
                && callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING);
      }
    }
  }

  private static int hold(CountDownLatch inside, CountDownLatch gate) {
    inside.countDown();
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
