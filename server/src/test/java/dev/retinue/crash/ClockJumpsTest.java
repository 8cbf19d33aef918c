package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The clock on the wall jumps by days, and nobody who measures time notices.
@EndToEnd
final class ClockJumpsTest {
  @TempDir Path folder;

  @Test
  void time_at_work_is_measured_by_a_clock_that_does_not_jump() throws IOException {
    var driver = Driver.in(folder);
    Files.writeString(folder.resolve("clock"), "+0\n");
    var ended =
        driver
            .program("clock", 1)
            .with("LD_PRELOAD", faketime())
            .with("DONT_FAKE_MONOTONIC", 1)
            .with("FAKETIME_CACHE_DURATION", 1)
            .with("FAKETIME_TIMESTAMP_FILE", folder.resolve("clock"))
            .run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();

    var lines = driver.acknowledged();
    assertThat(all(lines, "jumped")).hasSize(2).allMatch(it -> it.detail().equals("running"));
    assertThat(all(lines, "lasted"))
        .hasSize(2)
        .allMatch(it -> nanos(it).compareTo(Duration.ofSeconds(ClockScene.MAX_SECONDS)) >= 0);
    assertThat(all(lines, "waited"))
        .singleElement()
        .matches(it -> nanos(it).compareTo(Duration.ofSeconds(1)) >= 0);
    try (var remains = new Remains(driver.data())) {
      for (var line : all(lines, "lasted")) {
        assertTimedOut(remains, new RunId(line.run()));
      }
      assertThat(remains.runs()).noneMatch(run -> run.tenure().active().isNegative());
      assertTimesAreOutOfOrderButSequencesAreNot(remains);
      var inspection = new Inspection(remains);
      inspection.inspectDatabase();
      inspection.inspectAll();
      new Claims(inspection).inspect(lines);
      assertThat(inspection.problems()).isEmpty();
    }
    // Now the clock is days behind what stands in the database.
    assertThat(Awakening.problemsIn(driver.data())).isEmpty();
  }

  private static void assertTimedOut(Remains remains, RunId id) {
    var run = remains.store().find(id).orElseThrow();
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.TIMEOUT));
    assertThat(run.tenure().active())
        .isBetween(Duration.ofSeconds(ClockScene.MAX_SECONDS), Duration.ofMinutes(5));
  }

  /// Otherwise the clock has not jumped, and the test shows nothing.
  private static void assertTimesAreOutOfOrderButSequencesAreNot(Remains remains) {
    var events = remains.store().feed(0, null, 1000).events();
    var jumps =
        Stream.iterate(1, i -> i < events.size(), i -> i + 1)
            .map(i -> between(events.get(i - 1).event(), events.get(i).event()))
            .toList();
    assertThat(jumps).anyMatch(it -> it.toHours() > 24).anyMatch(it -> it.toHours() < -24);
    assertThat(events).extracting(it -> it.position()).isSorted();
  }

  private static Duration between(RunEvent earlier, RunEvent later) {
    return Duration.between(earlier.at(), later.at());
  }

  private static List<Acknowledgements.Line> all(List<Acknowledgements.Line> lines, String kind) {
    return lines.stream().filter(line -> line.kind().equals(kind)).toList();
  }

  private static Duration nanos(Acknowledgements.Line line) {
    return Duration.ofNanos(Long.parseLong(line.detail()));
  }

  private static Path faketime() throws IOException {
    var found = Optional.<Path>empty();
    for (var libraries : List.of("/usr/lib", "/usr/lib64", "/usr/local/lib")) {
      if (found.isEmpty() && Files.isDirectory(Path.of(libraries))) {
        try (var paths = Files.find(Path.of(libraries), 3, (path, _) -> isFaketime(path))) {
          found = paths.findFirst();
        }
      }
    }
    assumeTrue(found.isPresent(), "libfaketime is not installed");
    return found.orElseThrow();
  }

  private static boolean isFaketime(Path path) {
    return path.getFileName().toString().equals("libfaketimeMT.so.1");
  }
}
