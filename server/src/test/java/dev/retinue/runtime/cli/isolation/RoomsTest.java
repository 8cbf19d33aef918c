package dev.retinue.runtime.cli.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// The folders of sessions that have no other.
final class RoomsTest {
  private static final int DEEP = 14;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @Test
  void one_that_cannot_be_removed_keeps_no_other() throws IOException {
    var rooms = new Rooms(Files.createDirectory(folder.resolve("rooms")));
    for (int i = 0; i < 20; i++) {
      Files.createDirectory(rooms.folder().resolve("room-" + i));
    }
    // A path that is longer than the system takes, as programs can make it step by step.
    var top = Files.createDirectory(folder.resolve("top"));
    var half = deep(top);
    var other = deep(Files.createDirectory(folder.resolve("other")));
    assertThat(other).exists();
    Files.move(folder.resolve("other"), half.resolve("other"));
    Files.move(top, rooms.folder().resolve("room-7/top"));

    assertThat(rooms.sweep(_ -> false)).isEqualTo(19);
    assertThat(rooms.folder()).isDirectoryContaining(it -> it.endsWith("room-7"));
    assertThat(rooms.sweep(_ -> true)).isZero();

    Files.move(rooms.folder().resolve("room-7/top"), top);
    Files.move(half.resolve("other"), folder.resolve("other"));
    assertThat(rooms.sweep(_ -> false)).isOne();
  }

  private static Path deep(Path from) throws IOException {
    var to = from;
    for (int i = 0; i < DEEP; i++) {
      to = to.resolve("d".repeat(200));
    }
    return Files.createDirectories(to);
  }
}
