package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFileTest {
  @TempDir Path folder;

  @Test
  void a_commit_waits_for_the_disk_and_references_are_kept() {
    try (var notes = Notes.in(folder)) {
      assertThat(notes.database().<String>change(sql -> setting(sql, "journal_mode")))
          .isEqualTo("wal");
      assertThat(notes.database().<String>change(sql -> setting(sql, "synchronous")))
          .isEqualTo("2");
      assertThat(notes.database().<String>change(sql -> setting(sql, "foreign_keys")))
          .isEqualTo("1");
      assertThat(notes.database().<String>change(sql -> setting(sql, "busy_timeout")))
          .isEqualTo("5000");
      assertThat(notes.database().<String>change(sql -> setting(sql, "journal_size_limit")))
          .isEqualTo("67108864");
      assertThat(notes.database().<String>read(sql -> setting(sql, "query_only"))).isEqualTo("1");
    }
  }

  private static String setting(Statements sql, String pragma) throws SQLException {
    try (var row = sql.prepare("PRAGMA " + pragma).executeQuery()) {
      return row.getString(1);
    }
  }

  @Test
  void nobody_else_may_read_the_files() throws IOException {
    try (var notes = Notes.in(folder)) {
      notes.add("secret");
      assertThat(permissions("")).isEqualTo("rw-------");
      assertThat(permissions("-wal")).isEqualTo("rw-------");
      assertThat(permissions("-shm")).isEqualTo("rw-------");
      assertThat(permissions(PrivateFiles.folderOf(Notes.file(folder)))).isEqualTo("rwx------");
    }
  }

  @Test
  void a_file_that_others_could_read_is_closed_to_them() throws IOException {
    Notes.in(folder).close();
    Files.setPosixFilePermissions(Notes.file(folder), PosixFilePermissions.fromString("rw-rw-rw-"));
    try (var notes = Notes.in(folder)) {
      notes.add("secret");
      assertThat(permissions("")).isEqualTo("rw-------");
      assertThat(permissions("-wal")).isEqualTo("rw-------");
    }
  }

  @Test
  void any_name_will_do() {
    var strange = folder.resolve("what? 100% #1 & ü;mode=memory");
    try (var notes = Notes.in(strange)) {
      notes.add("one");
      assertThat(Notes.file(strange)).exists();
    }
    try (var notes = Notes.in(strange)) {
      assertThat(notes.all()).containsExactly("one");
    }
  }

  @Test
  void a_file_that_is_no_database_is_refused_with_a_sentence() throws IOException {
    Files.createDirectories(Notes.file(folder).getParent());
    Files.writeString(Notes.file(folder), "no database at all ".repeat(1000));
    assertThatThrownBy(() -> Notes.in(folder))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(Notes.file(folder) + " is damaged");
  }

  @Test
  void a_folder_in_its_place_is_refused_with_a_sentence() throws IOException {
    Files.createDirectories(Notes.file(folder));
    assertThatThrownBy(() -> Notes.in(folder))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(Notes.file(folder) + " could not be made");
  }

  private String permissions(String suffix) throws IOException {
    return permissions(Path.of(Notes.file(folder) + suffix));
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
