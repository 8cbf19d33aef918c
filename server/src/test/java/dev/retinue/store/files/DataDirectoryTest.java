package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  private static final InstantSource CLOCK = InstantSource.system();

  @TempDir Path temporary;

  @Test
  void it_is_made_with_all_above_it_and_everything_in_it_is_private() throws IOException {
    var place = temporary.resolve("a/b/retinue");
    try (var directory = open(place)) {
      assertThat(directory.folder()).isEqualTo(place.toRealPath());
      assertThat(directory.blobs()).isDirectory();
      assertThat(directory.libraries()).isDirectory();
      assertThat(directory.processes()).isDirectory();
      try (var paths = Files.walk(temporary.resolve("a"))) {
        for (var path : paths.toList()) {
          assertThat(Files.getPosixFilePermissions(path))
              .describedAs(path.toString())
              .isEqualTo(Files.isDirectory(path) ? PrivateFiles.FOLDER : PrivateFiles.FILE);
        }
      }
    }
  }

  @Test
  void the_record_says_who_has_it_and_where_it_listens_and_goes_with_it() throws IOException {
    try (var directory = open(temporary)) {
      directory.announce("127.0.0.1", 8101);
      var owner = DaemonRecord.find(temporary).orElseThrow();
      assertThat(owner.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(owner.version()).isEqualTo("1.2.3");
      assertThat(owner.port()).isEqualTo(8101);
    }
    assertThat(temporary.resolve("daemon.json")).doesNotExist();
  }

  @Test
  void a_second_opener_learns_who_has_it() {
    var directory = open(temporary);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> open(temporary))
          .isInstanceOfSatisfying(
              RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageMatching(
              "The data directory .* is in use by Retinue process %1$d since [0-9TZ:-]+; stop it \\(kill %1$d\\) or choose another with --data\\."
                  .formatted(ProcessHandle.current().pid()));
    }
    directory.close();
    directory.close();
    open(temporary).close();
  }

  @Test
  void the_same_directory_by_another_name_is_the_same() throws IOException {
    var place = Files.createDirectory(temporary.resolve("data"));
    var link = Files.createSymbolicLink(temporary.resolve("link"), place);
    try (var _ = open(place)) {
      assertThatThrownBy(() -> open(link)).hasMessageContaining("is in use");
    }
  }

  @Test
  void one_who_has_closed_it_says_nothing_about_the_next() {
    var first = open(temporary);
    first.close();
    try (var _ = open(temporary)) {
      first.announce("127.0.0.1", 1);
      first.close();
      assertThat(DaemonRecord.find(temporary).orElseThrow().port()).isNull();
    }
  }

  @Test
  void a_record_without_an_owner_is_replaced_in_silence() throws IOException {
    for (var stale :
        new String[] {
          "",
          "{",
          "[]",
          "{\"pid\":1,\"started_at\":\"1999-01-01T00:00:00Z\",\"version\":\"0\"}",
          "{\"pid\":\"x\",\"started_at\":7}",
          "{\"pid\":-1,\"started_at\":\"2999-01-01T00:00:00Z\"}"
        }) {
      Files.writeString(temporary.resolve("daemon.json"), stale);
      assertThat(DaemonRecord.find(temporary)).describedAs(stale).isEmpty();
      try (var _ = open(temporary)) {
        assertThat(DaemonRecord.find(temporary)).isPresent();
      }
    }
  }

  @Test
  void a_process_that_only_has_the_number_of_the_owner_is_not_named() {
    try (var _ = open(temporary, InstantSource.fixed(Instant.EPOCH))) {
      assertThatThrownBy(() -> open(temporary))
          .hasMessageContaining("is in use by another Retinue process; stop it or choose");
    }
  }

  @Test
  void a_file_is_no_directory() throws IOException {
    var file = Files.createFile(temporary.resolve("file"));
    assertRefused(file, "is not a folder");
    assertRefused(file.resolve("below"), "file");
  }

  @Test
  void a_link_to_nothing_is_refused() throws IOException {
    var link = Files.createSymbolicLink(temporary.resolve("link"), temporary.resolve("none"));
    assertRefused(link, "is a link to something that is not there");
  }

  @Test
  void a_link_to_where_every_user_can_write_is_refused() throws IOException {
    var open = Files.createDirectory(temporary.resolve("open"));
    var data = Files.createDirectory(open.resolve("data"));
    var link = Files.createSymbolicLink(temporary.resolve("link"), data);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(link, "where every user can write");
    Files.setAttribute(open, "unix:mode", 01777);
    open(link).close();
  }

  @Test
  void what_others_could_read_is_corrected() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (var _ = open(temporary)) {
      assertThat(Files.getPosixFilePermissions(temporary)).isEqualTo(PrivateFiles.FOLDER);
    }
  }

  @Test
  void what_was_never_finished_is_removed_when_it_is_old() throws IOException {
    var old = Files.createFile(temporary.resolve("key.1.tmp"));
    var young = Files.createFile(temporary.resolve("key.2.tmp"));
    Files.setLastModifiedTime(old, FileTime.from(CLOCK.instant().minusSeconds(3700)));
    open(temporary).close();
    assertThat(old).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void free_space_is_told() {
    try (var directory = open(temporary)) {
      assertThat(directory.freeBytes()).isPositive();
    }
  }

  private static void assertRefused(Path place, String why) {
    assertThatThrownBy(() -> open(place))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(why);
  }

  private static DataDirectory open(Path place) {
    return open(place, CLOCK);
  }

  private static DataDirectory open(Path place, InstantSource clock) {
    return DataDirectory.open(place, "1.2.3", clock);
  }
}
