package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Blob;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that has lost a part of some files costs what was in them, and nothing else.
@EndToEnd
final class TornBlobsTest {
  @TempDir Path folder;
  private final Random random = new Random();

  @Test
  void a_torn_payload_is_said_to_be_and_everything_else_is_fine() throws Exception {
    var driver = Driver.in(folder);
    var running = driver.program("crowd", 1).start();
    Driver.await(running, () -> driver.said() > 40_000);
    Driver.kill(running);
    Set<RunId> torn;
    try (var remains = new Remains(driver.data())) {
      torn = tear(driver.data().resolve("blobs"), withPayload(remains));
      assertThat(torn).hasSizeGreaterThan(2);
    }

    try (var remains = new Remains(driver.data())) {
      for (var run : withPayload(remains)) {
        if (torn.contains(run.id())) {
          assertThatThrownBy(() -> remains.text(payload(run)))
              .isInstanceOf(RetinueException.class)
              .hasMessageContaining("The blob %s is damaged: ".formatted(payload(run).file()))
              .hasMessageContaining("If there is a backup, restore it.");
        } else {
          assertThat(Piece.all(remains.text(payload(run)))).isNotEmpty();
        }
      }
      var inspection = new Inspection(remains);
      inspection.inspectDatabase();
      inspection.inspectAll();
      assertThat(inspection.problems()).hasSize(torn.size()).allMatch(it -> it.contains("damaged"));
    }
    assertThat(Awakening.problemsIn(driver.data())).isEmpty();
  }

  private static List<Run> withPayload(Remains remains) {
    return remains.runs().stream().filter(run -> run.dossier().payload() != null).toList();
  }

  private static Blob payload(Run run) {
    return Objects.requireNonNull(run.dossier().payload());
  }

  /// Every third: cut somewhere, gone, or with a hole.
  private Set<RunId> tear(Path blobs, List<Run> runs) throws IOException {
    var torn = new HashSet<RunId>();
    for (int i = 0; i < runs.size(); i += 3) {
      var blob = payload(runs.get(i));
      var file = blobs.resolve(blob.file());
      switch (i / 3 % 3) {
        case 0 -> cut(file, random.nextLong(blob.storedBytes()));
        case 1 -> Files.delete(file);
        default -> hole(file, blob.storedBytes());
      }
      torn.add(runs.get(i).id());
    }
    return torn;
  }

  private static void cut(Path file, long size) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  /// As a file system leaves it that kept the length of a file, but not what was in it.
  private static void hole(Path file, long size) throws IOException {
    Files.write(file, new byte[Math.toIntExact(size)]);
  }
}
