package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteCopyTest {
  @TempDir Path folder;

  @Test
  void a_copy_of_a_database_in_use_is_one_snapshot_that_can_be_opened() {
    var copied = folder.resolve("copy");
    try (var notes = Notes.in(folder)) {
      notes.add("before");
      try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 50; i++) {
          int number = i;
          crowd.execute(
              () ->
                  notes
                      .database()
                      .change(
                          sql ->
                              Notes.insert(sql, "left " + number)
                                  + Notes.insert(sql, "right " + number)));
        }
        notes.database().copyTo(Notes.file(copied));
      }
      notes.add("after");
    }
    try (var copy = Notes.in(copied)) {
      assertThat(copy.all()).contains("before").doesNotContain("after");
      assertThat(copy.all().size() % 2).as("pairs of notes, and one").isOne();
      assertThat(copy.add("more")).isPositive();
    }
  }

  @Test
  void nobody_else_may_read_a_copy_and_nothing_else_is_left() throws IOException {
    var target = folder.resolve("what? 100% ü/a copy.db");
    try (var notes = Notes.in(folder)) {
      notes.add("secret");
      notes.database().copyTo(target);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-------");
    try (var files = Files.list(target.getParent())) {
      assertThat(files).containsExactly(target);
    }
  }

  @Test
  void a_file_that_is_there_is_not_replaced() throws IOException {
    var target = Files.writeString(folder.resolve("precious"), "content");
    try (var notes = Notes.in(folder)) {
      assertThatThrownBy(() -> notes.database().copyTo(target))
          .isInstanceOfSatisfying(
              RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining(target.toString());
    }
    assertThat(target).hasContent("content");
  }

  @Test
  void a_copy_that_fails_leaves_nothing() throws IOException {
    var broken = folder.resolve("broken.db");
    Files.writeString(broken, "this is no database, but long enough to look at".repeat(100));
    var target = folder.resolve("copies/copy.db");
    assertThatThrownBy(() -> SqliteDatabase.copy(broken, folder.resolve("native"), target))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(broken.toString())
        .hasMessageContaining(target.toString());
    assertThat(target.getParent()).isEmptyDirectory();
  }

  @Test
  void there_must_be_something_to_copy() {
    var missing = folder.resolve("missing.db");
    assertThatThrownBy(
            () -> SqliteDatabase.copy(missing, folder.resolve("native"), folder.resolve("copy.db")))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("no database " + missing);
    assertThat(missing).doesNotExist();
  }

  @Test
  void the_size_on_disk_counts_the_log() throws IOException {
    try (var notes = Notes.in(folder)) {
      long before = notes.database().sizeOnDisk();
      notes.add("x".repeat(100_000));
      assertThat(notes.database().sizeOnDisk()).isGreaterThanOrEqualTo(before + 100_000);
      assertThat(Files.size(Notes.file(folder))).isLessThan(100_000);
    }
  }
}
