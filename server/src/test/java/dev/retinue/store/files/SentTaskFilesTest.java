package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.fleet.SentTasks.Sent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What agents of the fleet were told is kept.
final class SentTaskFilesTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00.123456Z");

  @TempDir private Path folder;

  private SentTaskFiles files() {
    return new SentTaskFiles(folder.resolve("fleet"));
  }

  @Test
  void it_is_there_again_for_the_next_process_and_nobody_else_can_read_it() throws IOException {
    var first = new Sent("../../etc/passwd", "Do it; \"now\".\n", NOON);
    files().add(first);
    files().add(new Sent("another", "That.", NOON));
    files().add(new Sent("../../etc/passwd", "And this.", NOON.plusSeconds(1)));

    assertThat(files().of("../../etc/passwd"))
        .containsExactly(first, new Sent("../../etc/passwd", "And this.", NOON.plusSeconds(1)));
    assertThat(files().of("nobody")).isEmpty();
    try (var all = Files.list(folder.resolve("fleet"))) {
      assertThat(all)
          .hasSize(2)
          .allSatisfy(
              it -> assertThat(Files.getPosixFilePermissions(it)).isEqualTo(PrivateFiles.FILE));
    }
  }

  @Test
  void only_the_latest_of_very_many_are_kept_and_of_each_its_beginning() {
    var files = files();
    for (int i = 0; i < 203; i++) {
      files.add(new Sent("amy", "Task " + i, NOON));
    }
    files.add(new Sent("amy", "x".repeat(30_000), NOON));

    var kept = files.of("amy");
    assertThat(kept).hasSize(200);
    assertThat(kept.getFirst().task()).isEqualTo("Task 4");
    assertThat(kept.getLast().task()).hasSize(20_001);
  }

  @Test
  void what_somebody_broke_is_begun_anew() throws IOException {
    var files = files();
    files.add(new Sent("amy", "It.", NOON));
    try (var all = Files.list(folder.resolve("fleet"))) {
      Files.writeString(all.findFirst().orElseThrow(), "{[");
    }

    assertThat(files.of("amy")).isEmpty();
    files.add(new Sent("amy", "Again.", NOON));
    assertThat(files.of("amy")).hasSize(1);
  }
}
