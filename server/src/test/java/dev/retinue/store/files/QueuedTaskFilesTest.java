package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.QueuedTasks;
import dev.retinue.core.fleet.QueuedTasks.Attempt;
import dev.retinue.core.fleet.QueuedTasks.Queued;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tasks that wait for agents of the fleet are kept.
final class QueuedTaskFilesTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00.123456Z");

  @TempDir private Path folder;

  private QueuedTaskFiles files() {
    return new QueuedTaskFiles(folder.resolve("queue"));
  }

  private static Queued queued(String id, String workspace) {
    return new Queued(id, "lab", workspace, "Do it; \"now\".\n", NOON, null);
  }

  @Test
  void they_are_there_again_for_the_next_process_and_nobody_else_can_read_them()
      throws IOException {
    var first = queued("1", "../amy");
    var second = queued("2", "../amy");
    var trying = second.trying(new Attempt("build", 3, NOON));
    files().add(first);
    files().add(second);
    files().add(queued("3", "bob"));
    files().replace(trying);

    assertThat(files().of("../amy")).containsExactly(first, trying);
    assertThat(files().all("lab")).hasSize(3);
    assertThat(files().all("other")).isEmpty();
    try (var all = Files.list(folder.resolve("queue"))) {
      assertThat(all)
          .hasSize(2)
          .allSatisfy(
              it -> assertThat(Files.getPosixFilePermissions(it)).isEqualTo(PrivateFiles.FILE));
    }
  }

  @Test
  void what_waits_no_more_leaves_nothing_behind() throws IOException {
    files().add(queued("1", "amy"));
    files().remove(queued("1", "amy"));
    files().remove(queued("2", "bob"));

    assertThat(files().all("lab")).isEmpty();
    try (var all = Files.list(folder.resolve("queue"))) {
      assertThat(all).isEmpty();
    }
  }

  @Test
  void only_so_many_wait_and_none_that_is_too_long() {
    for (int i = 0; i < QueuedTasks.MOST; i++) {
      files().add(queued("task-" + i, "amy"));
    }

    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> files().add(queued("more", "amy")))
        .satisfies(it -> assertThat(it.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(
            () -> files().add(new Queued("1", "lab", "bob", "x".repeat(100_001), NOON, null)))
        .satisfies(it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    assertThat(files().of("amy")).hasSize(QueuedTasks.MOST);
  }

  @Test
  void what_somebody_broke_is_given_to_nobody() throws IOException {
    files().add(queued("1", "amy"));
    try (var all = Files.list(folder.resolve("queue"))) {
      Files.writeString(all.findFirst().orElseThrow(), "{[");
    }

    assertThat(files().of("amy")).isEmpty();
    files().add(queued("2", "amy"));
    assertThat(files().of("amy")).containsExactly(queued("2", "amy"));
  }
}
