package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Blob;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What was acknowledged is on disk, and when the disk fails nothing is acknowledged any more.
@EndToEnd
final class DurableBlobsTest {
  private static final Pattern ACKNOWLEDGED = Pattern.compile(StoreProgram.ACKNOWLEDGED);

  private static final String RUN = "agent-abcdefghijklmnopqrstuvwxyz";

  @TempDir Path temporary;

  @Test
  void what_was_acknowledged_outlives_a_killed_writer() throws Exception {
    for (int round = 1; round <= 3; round++) {
      var place = temporary.resolve("data-" + round);
      var writer = StoreProgram.of("write", place).start();
      writer.awaitOutput(Pattern.compile(" %d\\.".formatted(round * 20)));
      writer.process().destroyForcibly().waitFor();
      var last = acknowledged(Files.readString(writer.out())).getLast();
      try (var directory = DataDirectory.open(place, "test", InstantSource.system())) {
        var blobs = new FileBlobs(directory.blobs(), InstantSource.system(), () -> {});
        try (var in = blobs.open(last)) {
          assertThat(in.readAllBytes())
              .asString(StandardCharsets.UTF_8)
              .isEqualTo(StoreProgram.content(last.pieces()));
        }
      }
    }
  }

  @Test
  void nothing_is_acknowledged_before_it_is_on_disk() throws IOException {
    var trace = temporary.resolve("trace");
    var place = temporary.resolve("data");
    var writer =
        traced(
                place,
                "-y",
                "-s",
                "200",
                "-o",
                trace,
                "-e",
                "trace=write,fsync",
                "-e",
                "signal=none")
            .start();
    try {
      writer.awaitOutput(Pattern.compile(" 6\\."));
    } finally {
      writer.kill();
    }
    var unforced = new HashSet<String>();
    var forced = new HashSet<String>();
    int acknowledged = 0;
    var call = Pattern.compile("(write|fsync)\\(\\d+<([^>]+)>(.*)");
    for (var line : Files.readAllLines(trace)) {
      var matcher = call.matcher(line);
      if (!matcher.find()) {
        continue;
      }
      if (matcher.group(1).equals("fsync")) {
        forced.add(matcher.group(2));
        unforced.remove(matcher.group(2));
      } else if (matcher.group(2).endsWith(".gz")) {
        unforced.add(matcher.group(2));
      } else if (matcher.group(3).contains("acknowledged ")) {
        acknowledged++;
        assertThat(unforced).isEmpty();
      }
    }
    assertThat(acknowledged).isGreaterThanOrEqualTo(6);
    var blobs = place.toRealPath().resolve("blobs");
    for (var path : List.of("", "yz", "yz/" + RUN, "yz/" + RUN + "/output-1.gz")) {
      assertThat(forced).contains(blobs.resolve(path).toString());
    }
  }

  /// The first four bring a new blob to disk: its file and three folders. Then come two pieces, and
  /// the packed file and its folder.
  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "4, 0", "6, 2", "7, 3", "8, 3"})
  void a_disk_that_fails_ends_all_writing(int failing, int acknowledged) {
    var place = temporary.resolve("data");
    DataDirectory.open(place, "test", InstantSource.system()).close();
    var ended =
        traced(place, "-o", "/dev/null", "-e", "inject=fsync:error=EIO:when=" + failing).run();

    assertThat(acknowledged(ended.out())).hasSize(acknowledged);
    var refusals = ended.out().lines().filter(line -> line.startsWith("INTERNAL_ERROR")).toList();
    assertThat(refusals)
        .hasSize(3)
        .allMatch(line -> line.contains("writes nothing there any more"));
    assertThat(ended.out().lines().filter("the disk is broken"::equals)).hasSize(1);
  }

  private static Program traced(Path place, Object... options) {
    assumeTrue(Program.find("strace").isPresent(), "strace is not installed");
    var command = new ArrayList<String>(List.of("strace", "-f"));
    for (var option : options) {
      command.add(option.toString());
    }
    var java = StoreProgram.of("write", place);
    command.addAll(java.command());
    return java.by(command);
  }

  private static List<Blob> acknowledged(String said) {
    return ACKNOWLEDGED.matcher(said).results().map(StoreProgram::blob).toList();
  }
}
