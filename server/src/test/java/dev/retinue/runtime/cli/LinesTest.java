package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Program;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.opencode.OpenCode;
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

/// What the real programs printed, and what is made of it. Beside each recording stands how the
/// program ended (its code, and what it wrote beside its output), and what was seen and concluded.
final class LinesTest {
  private static final Path RECORDED = Repository.ROOT.resolve("server/src/test/resources/cli");

  /// A program that speaks Retinue's own words.
  private static final Profile ANY =
      new AnyProgram()
          .of(
              new Agent(
                  "any",
                  "",
                  new Agent.Means(AnyProgram.NAME, null),
                  "",
                  List.of(),
                  Agent.Limits.NONE,
                  new Conduct(
                      Conduct.USUAL.permissions(),
                      Conduct.USUAL.confinement(),
                      Conduct.USUAL.vigilance(),
                      new Program("any", List.of(), List.of(), Program.Format.JSON_LINES))));

  private static final List<Profile> PROFILES =
      List.of(new Claude(), new Codex(), new Gemini(), new OpenCode(), ANY);

  static Stream<Path> recordings() throws IOException {
    try (var files = Files.walk(RECORDED)) {
      return files.filter(it -> it.toString().endsWith(".jsonl")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void a_recording_is_read_and_judged_as_it_was_understood(Path recording) throws IOException {
    var expected = beside(recording, ".seen");
    assertThat(understood(recording)).isEqualTo(Files.readString(expected).strip());
  }

  private static String understood(Path recording) throws IOException {
    var profile = profile(recording);
    var lines = profile.lines();
    var seen = new ArrayList<Seen>();
    for (var line : Files.readAllLines(recording)) {
      seen.addAll(lines.read(line));
    }
    var words = new ArrayList<String>();
    var tale = Tale.NONE;
    for (var it : LastText.joined(seen)) {
      if (!tale.knows(it)) {
        words.add(it.toString());
      }
      tale = tale.with(it);
    }
    var end = Files.readAllLines(beside(recording, ".end"));
    var errors = String.join("\n", end.subList(1, end.size())).strip();
    var outcome = Outcome.of(profile, Integer.parseInt(end.getFirst()), tale, errors);
    words.add("=> " + outcome);
    return String.join("\n", words).strip();
  }

  private static Path beside(Path recording, String ending) {
    return Path.of(recording.toString().replace(".jsonl", ending));
  }

  private static Profile profile(Path recording) {
    var name = recording.resolveSibling("").getFileName().toString();
    return PROFILES.stream().filter(it -> it.command().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void what_is_no_json_or_of_an_unknown_kind_says_nothing() {
    for (var profile : PROFILES) {
      for (var line :
          List.of("", "Warning: x", "{", "[]", "{\"type\":\"new\"}", "{\"type\":7}", "null")) {
        assertThat(profile.lines().read(line)).as("%s: %s", profile.name(), line).isEmpty();
      }
    }
  }

  @Test
  void a_line_of_megabytes_is_read_like_a_short_one() {
    var big = "x".repeat(5_000_000);
    assertThat(
            new Claude()
                .lines()
                .read(
                    "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}"
                        .formatted(big)))
        .containsExactly(new Seen.Text(big));
  }

  /// Writes down what is understood now, to be read and compared by a person.
  public static void main(String[] args) throws IOException {
    for (var recording : recordings().toList()) {
      Files.writeString(beside(recording, ".seen"), understood(recording) + "\n");
    }
  }
}
