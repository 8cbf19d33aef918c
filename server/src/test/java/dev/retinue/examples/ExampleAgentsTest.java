package dev.retinue.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.ExampleHouse;
import dev.retinue.config.team.SchemaFit;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The files of `examples/agents` themselves.
final class ExampleAgentsTest {
  static final Path FOLDER = Repository.ROOT.resolve("examples/agents");
  private static final Pattern KEY = Pattern.compile("[A-Z]+_(?:API_KEY|AUTH_TOKEN)");

  private static final FileAttribute<?> EXECUTABLE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  @TempDir private Path bin;

  static List<String> examples() {
    return Repository.files(".yaml")
        .filter(it -> FOLDER.equals(it.getParent()))
        .map(it -> it.getFileName().toString().replace(".yaml", ""))
        .toList();
  }

  static Path file(String example) {
    return FOLDER.resolve(example + ".yaml");
  }

  @Test
  void there_are_at_least_ten_and_each_has_its_transcript() {
    assertThat(examples()).hasSizeGreaterThanOrEqualTo(10);
    assertThat(
            Repository.files(".md")
                .filter(it -> FOLDER.resolve("transcripts").equals(it.getParent())))
        .extracting(it -> it.getFileName().toString().replace(".md", ""))
        .containsExactlyElementsOf(examples());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void each_is_read_without_a_warning(String example) throws Exception {
    for (var program : List.of("claude", "codex")) {
      Files.createFile(bin.resolve(program), EXECUTABLE);
    }
    var team = ExampleHouse.read(file(example));
    assertThat(team.warnings()).isEmpty();
    assertThat(team.missing(ExampleHouse.staff(bin))).isEmpty();
    assertThat(team.agents().getFirst().name()).isEqualTo(example);
    assertThat(team.agents()).allSatisfy(it -> assertThat(it.description()).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void each_fits_the_schema_for_editors(String example) throws Exception {
    assertThat(SchemaFit.violations(ExampleHouse.schema(), Files.readString(file(example))))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void each_needs_the_keys_that_the_readme_names_and_no_others(String example) {
    assertThat(keys(row(example)))
        .isEqualTo(keys(ExampleHouse.keys(ExampleHouse.read(file(example)))));
  }

  private static Set<String> keys(String text) {
    return KEY.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  private static String row(String example) {
    return Repository.text(FOLDER.resolve("README.md"))
        .lines()
        .filter(it -> it.startsWith("| [`%s`](%s.yaml)".formatted(example, example)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("README.md has no row for " + example));
  }
}
