package dev.retinue.runtime.cli.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Budget;
import dev.retinue.core.Commission;
import dev.retinue.core.Lineage;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "", "/tmp/x", "a/b", "../x", "a/..", "a/../b", "a\0b"})
  void each_is_directly_in_the_folder_of_all(String session) throws IOException {
    var rooms = new Rooms(Files.createDirectory(folder.resolve("all")));
    assertThatThrownBy(() -> rooms.find(of(session)))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("cannot have a folder of its name");
    assertThat(rooms.folder()).isEmptyDirectory();
  }

  @Test
  void one_is_there_for_the_next_message() throws IOException {
    var rooms = new Rooms(Files.createDirectory(folder.resolve("all")));
    var session = "1a2b3c4d-1111-4111-8111-111111111111";
    assertThat(rooms.find(of(session)))
        .contains(new Rooms.Room(rooms.folder().resolve(session), true));
    assertThat(rooms.find(of(session)))
        .contains(new Rooms.Room(rooms.folder().resolve(session), false));
  }

  private static Run of(String session) {
    return Run.create(
        RunId.random(RunId.Prefix.AGENT, new Random(1)),
        new Commission(
            "anna",
            new Commission.AgentRef("player", "digest", "scripted", null),
            Lineage.ROOT,
            new Commission.Terms(Budget.UNLIMITED, true, null, session),
            Map.of(),
            Instant.EPOCH));
  }

  private static Path deep(Path from) throws IOException {
    var to = from;
    for (int i = 0; i < DEEP; i++) {
      to = to.resolve("d".repeat(200));
    }
    return Files.createDirectories(to);
  }
}
