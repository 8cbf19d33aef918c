package dev.retinue.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteJDBCLoader;

class NativeLibraryTest {
  @TempDir Path parent;
  private Path folder;

  @BeforeEach
  void name() {
    folder = parent.resolve("native");
  }

  @Test
  void it_is_unpacked_under_its_version_into_a_folder_of_its_owner() throws IOException {
    var library = NativeLibrary.unpacked(folder);
    assertThat(library.getFileName().toString()).contains(SQLiteJDBCLoader.getVersion());
    assertThat(Files.size(library)).isGreaterThan(500_000);
    assertThat(permissions(folder)).isEqualTo("rwx------");
    assertThat(permissions(library)).isEqualTo("rwx------");
  }

  @Test
  void a_second_start_takes_the_file_that_is_there() throws IOException {
    var first = NativeLibrary.unpacked(folder);
    var key = Files.readAttributes(first, "unix:ino");
    assertThat(NativeLibrary.unpacked(folder)).isEqualTo(first);
    assertThat(Files.readAttributes(first, "unix:ino")).isEqualTo(key);
  }

  @Test
  void a_torn_or_changed_file_is_replaced() throws IOException {
    var library = NativeLibrary.unpacked(folder);
    var whole = Files.readAllBytes(library);
    Files.write(library, Arrays.copyOf(whole, whole.length / 2));
    assertThat(NativeLibrary.unpacked(folder)).hasBinaryContent(whole);
    Files.write(library, new byte[whole.length]);
    assertThat(NativeLibrary.unpacked(folder)).hasBinaryContent(whole);
  }

  @Test
  void what_an_interrupted_start_left_is_in_nobodys_way() throws IOException {
    var library = NativeLibrary.unpacked(folder);
    var part = Files.move(library, library.resolveSibling(library.getFileName() + ".part"));
    NativeLibrary.unpacked(folder);
    assertThat(library).exists();
    assertThat(part).doesNotExist();
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
