package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A store whose process is killed keeps what it has acknowledged and leaves nothing lying about.
@EndToEnd
class KilledStoreTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  @BeforeEach
  void makeTemporaryFolder() throws IOException {
    Files.createDirectories(NotesProgram.temporary(folder));
  }

  @Test
  void what_was_acknowledged_is_there_after_a_kill_and_nothing_is_left_behind() throws Exception {
    var program = NotesProgram.in(folder, folder.resolve("native"), "notes", 1_000_000).start();
    program.awaitOutput(Pattern.compile("ack 200\n"));
    program.process().destroyForcibly().waitFor();
    var acknowledged = NotesProgram.acknowledged(program.await().out());
    try (var notes = Notes.in(folder)) {
      assertThat(notes.all()).startsWith(acknowledged.toArray(String[]::new));
      assertThat(notes.all().size() - acknowledged.size()).isBetween(0, 1);
    }
    assertThat(NotesProgram.temporary(folder)).isEmptyDirectory();
    try (var files = Files.list(folder.resolve("native"))) {
      assertThat(files).hasSize(2).anyMatch(file -> file.toString().endsWith(".so"));
    }
  }

  @Test
  void of_many_first_starts_at_once_each_finds_the_library() {
    var programs =
        IntStream.range(0, 4)
            .mapToObj(_ -> NotesProgram.in(folder, folder.resolve("native"), "notes", 0).start())
            .toList();
    for (var program : programs) {
      var ended = program.await();
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out()).isEqualTo("open\n");
      assertThat(ended.exitCode()).isZero();
    }
  }

  @Test
  void nobody_else_may_read_the_files_whatever_the_umask() throws IOException {
    var ended =
        NotesProgram.in(
                folder,
                folder.resolve("native"),
                "notes",
                1,
                "/bin/sh",
                "-c",
                "umask 000; exec \"$@\"",
                "sh")
            .run();
    assertThat(ended.out()).contains("ack 1");
    assertThat(permissions(folder.resolve("data"))).isEqualTo("rwx------");
    assertThat(permissions(folder.resolve("native"))).isEqualTo("rwx------");
    assertThat(permissions(Notes.file(folder))).isEqualTo("rw-------");
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void every_acknowledgement_follows_a_sync_of_the_disk() {
    assumeTrue(Program.find("strace").isPresent(), "strace is not installed");
    var log = folder.resolve("calls");
    NotesProgram.in(
            folder,
            shared,
            "notes",
            20,
            Program.find("strace").orElseThrow(),
            "-f",
            "-qq",
            "-e",
            "trace=fsync,fdatasync,write",
            "-e",
            "signal=none",
            "-o",
            log)
        .run();
    boolean synced = false;
    int acknowledged = 0;
    for (var line : Repository.text(log).lines().toList()) {
      synced |= line.matches(".*(fsync|fdatasync)(\\(| resumed).*= 0");
      if (line.contains("write(1, \"ack ")) {
        assertThat(synced).as("a sync before %s", line).isTrue();
        synced = false;
        acknowledged++;
      }
    }
    assertThat(acknowledged).isEqualTo(20);
  }

  /// The first eight writes are those of the index of the log.
  @ParameterizedTest
  @ValueSource(ints = {9, 13, 17, 21})
  void a_kill_while_the_schema_is_brought_up_to_date_leaves_a_whole_version(int write)
      throws Exception {
    assumeTrue(Program.find("strace").isPresent(), "strace is not installed");
    try (var notes = Notes.in(folder)) {
      notes.add("one");
    }
    var ended =
        NotesProgram.in(
                folder,
                shared,
                "grown",
                0,
                Program.find("strace").orElseThrow(),
                "-f",
                "-qq",
                "-e",
                "trace=pwrite64",
                "-e",
                "inject=pwrite64:signal=KILL:when=" + write,
                "-o",
                "/dev/null")
            .run();
    assertThat(ended.exitCode()).isEqualTo(137);
    assertWhole();
    try (var database =
        SqliteDatabase.open(
            Notes.file(folder), folder.resolve("native"), NotesProgram.GROWN, () -> {})) {
      assertThat(new Notes(database).all()).containsExactly("one");
    }
  }

  private void assertWhole() throws SQLException {
    var sql = new SqliteFile(Notes.file(folder), Duration.ofSeconds(5)).open();
    try {
      int version = number(sql, "PRAGMA user_version");
      assertThat(version).isBetween(1, 3);
      assertThat(number(sql, "SELECT count(*) FROM sqlite_schema WHERE name = 'tags'"))
          .isEqualTo(version >= 2 ? 1 : 0);
      assertThat(number(sql, "SELECT count(*) FROM sqlite_schema WHERE name = 'tagged'"))
          .isEqualTo(version >= 3 ? 1 : 0);
    } finally {
      sql.close();
    }
  }

  private static int number(Statements sql, String query) throws SQLException {
    try (var row = sql.prepare(query).executeQuery()) {
      return row.getInt(1);
    }
  }
}
