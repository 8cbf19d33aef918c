package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the real programs printed, and what is made of it. Beside each recording stands what was
/// seen in it.
final class LinesTest {
  private static final Path RECORDED = Repository.ROOT.resolve("server/src/test/resources/cli");

  static Stream<Path> recordings() throws IOException {
    try (var files = Files.walk(RECORDED)) {
      return files.filter(it -> it.toString().endsWith(".jsonl")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void a_recording_is_read_as_it_was_understood(Path recording) throws IOException {
    var lines = profile(recording).lines();
    var seen = new ArrayList<String>();
    for (var line : Files.readAllLines(recording)) {
      lines.read(line).forEach(it -> seen.add(it.toString()));
    }
    var expected = Path.of(recording.toString().replace(".jsonl", ".seen"));
    assertThat(String.join("\n", seen)).isEqualTo(Files.readString(expected).strip());
  }

  private static Profile profile(Path recording) {
    return recording.startsWith(RECORDED.resolve("claude")) ? new Claude() : new Codex();
  }

  @Test
  void what_is_no_json_or_of_an_unknown_kind_says_nothing() {
    for (var profile : List.of(new Claude(), new Codex())) {
      for (var line :
          List.of("", "Warning: x", "{", "[]", "{\"type\":\"new\"}", "{\"type\":7}", "null")) {
        assertThat(profile.lines().read(line)).as("%s: %s", profile.name(), line).isEmpty();
      }
    }
  }
}
