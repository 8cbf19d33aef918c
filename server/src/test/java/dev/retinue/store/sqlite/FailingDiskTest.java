package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.RetinueException;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A disk that is full is said and outlived; a disk that does not confirm is the end.
@EndToEnd
class FailingDiskTest {
  private static final int NOTES = 20;

  @TempDir static Path shared;
  @TempDir Path folder;

  @BeforeAll
  static void unpackTheLibrary() throws IOException {
    Files.createDirectories(NotesProgram.temporary(shared));
    NotesProgram.in(shared, shared, "notes", 0).run();
  }

  @BeforeEach
  void makeTemporaryFolder() throws IOException {
    Files.createDirectories(NotesProgram.temporary(folder));
  }

  /// The first syncs are those of the folder, whose errors SQLite does not look at, and of the
  /// log's beginning.
  @ParameterizedTest
  @ValueSource(ints = {3, 9})
  void after_a_sync_that_failed_nothing_is_acknowledged_any_more(int sync) {
    var lines = run("fsync,fdatasync", "EIO", sync).out().lines().toList();
    assertThat(lines).containsOnlyOnce("fatal");
    int end = firstRefused(lines);
    assertThat(lines.subList(end, lines.size())).noneMatch(line -> line.startsWith("ack"));
    assertThat(lines.subList(end, lines.size()))
        .filteredOn(line -> line.startsWith("refused"))
        .hasSize(NOTES - NotesProgram.acknowledged(String.join("\n", lines)).size())
        .allMatch(line -> line.contains("restart Retinue"));
    assertAcknowledgedAreThere(lines);
  }

  /// Opening takes eight writes, on another thread.
  @ParameterizedTest
  @ValueSource(ints = {9, 12})
  void a_write_that_failed_is_the_end_where_nobody_can_say_what_was_written(int write) {
    var lines = run("pwrite64", "EIO", write).out().lines().toList();
    assertThat(lines).containsOnlyOnce("fatal");
    assertThat(lines.subList(firstRefused(lines), lines.size()))
        .noneMatch(line -> line.startsWith("ack"));
    assertAcknowledgedAreThere(lines);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 13})
  void a_write_that_found_no_room_is_refused_and_the_next_is_not(int write) {
    var lines = run("pwrite64", "ENOSPC", write).out().lines().toList();
    assertThat(lines)
        .doesNotContain("fatal")
        .filteredOn(line -> line.startsWith("refused"))
        .singleElement()
        .asString()
        .contains("is full")
        .contains("free some space");
    assertThat(lines).filteredOn(line -> line.startsWith("ack")).hasSize(NOTES - 1);
    try (var notes = Notes.in(folder)) {
      assertThat(notes.all()).isEqualTo(NotesProgram.acknowledged(String.join("\n", lines)));
    }
  }

  /// Lets one call of a thread fail, once the files are made.
  private Program.Ended run(String calls, String error, int which) {
    assumeTrue(Program.find("strace").isPresent(), "strace is not installed");
    Notes.in(folder).close();
    return NotesProgram.in(
            folder,
            shared,
            "notes",
            NOTES,
            Program.find("strace").orElseThrow(),
            "-f",
            "-qq",
            "-e",
            "trace=" + calls,
            "-e",
            "inject=%s:error=%s:when=%d".formatted(calls, error, which),
            "-o",
            "/dev/null")
        .run();
  }

  private static int firstRefused(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("refused")) {
        return i;
      }
    }
    throw new AssertionError("nothing was refused: " + lines);
  }

  private void assertAcknowledgedAreThere(List<String> lines) {
    try (var notes = Notes.in(folder)) {
      assertThat(notes.all()).containsAll(NotesProgram.acknowledged(String.join("\n", lines)));
    }
  }

  @Test
  void a_full_disk_stops_changes_but_not_reads_and_more_room_is_found_by_itself()
      throws IOException {
    var disk = smallDisk("1m");
    try (var notes =
        new Notes(
            SqliteDatabase.open(
                Notes.file(disk), folder.resolve("native"), Notes.MIGRATIONS, () -> {}))) {
      int[] written = {0};
      assertThatThrownBy(
              () -> {
                while (true) {
                  notes.add(written[0] + "x".repeat(5000));
                  written[0]++;
                }
              })
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining(disk.toString())
          .hasMessageContaining("is full");
      assertThat(written[0]).isGreaterThan(10);
      assertThat(notes.all()).hasSize(written[0]);
      Program.of("mount", "-o", "remount,size=8m", disk).run();
      assertThat(notes.add("y".repeat(100_000))).isPositive();
      assertThat(notes.all()).hasSize(written[0] + 1);
    } finally {
      Program.of("umount", disk).run();
    }
  }

  @Test
  void a_library_that_finds_no_room_is_not_loaded_in_part() throws IOException {
    var disk = smallDisk("512k");
    try {
      assertThatThrownBy(() -> NativeLibrary.unpacked(disk.resolve("native")))
          .isInstanceOf(IOException.class);
      try (var files = Files.list(disk.resolve("native"))) {
        assertThat(files).noneMatch(file -> file.toString().endsWith(".so"));
      }
    } finally {
      Program.of("umount", disk).run();
    }
  }

  private Path smallDisk(String size) throws IOException {
    var disk = Files.createDirectory(folder.resolve("disk"));
    var mounted = Program.of("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk).run();
    assumeTrue(mounted.exitCode() == 0, "a small disk can only be mounted by root");
    return disk;
  }
}
