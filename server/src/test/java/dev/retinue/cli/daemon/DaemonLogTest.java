package dev.retinue.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonLogTest {
  @TempDir private Path folder;

  @Test
  void the_last_lines_are_those_of_the_last_daemon() throws IOException {
    var log = DaemonLog.in(folder);
    assertThat(log.lastLines(0, 3)).isEmpty();
    Files.writeString(log.file(), "of the one before\n");
    long before = log.size();
    assertThat(log.lastLines(before, 3)).isEmpty();
    Files.writeString(log.file(), "of the one before\na\nb\nc\nd\n");
    assertThat(log.lastLines(before, 3)).containsExactly("b", "c", "d");
    assertThat(log.lastLines(before, 9)).containsExactly("a", "b", "c", "d");
    Files.writeString(log.file(), "x".repeat(1_000_000) + "\nlast\n");
    assertThat(log.lastLines(0, 9)).last().isEqualTo("last");
  }

  @Test
  void a_long_log_makes_room_once() throws IOException {
    var log = DaemonLog.in(folder);
    Files.writeString(log.file(), "short");
    log.rotate();
    assertThat(log.file()).hasContent("short");
    Files.writeString(log.file(), "x".repeat((1 << 20) + 1));
    log.rotate();
    assertThat(log.file()).doesNotExist();
    assertThat(folder.resolve("daemon.log.1")).hasSize((1 << 20) + 1);
  }
}
