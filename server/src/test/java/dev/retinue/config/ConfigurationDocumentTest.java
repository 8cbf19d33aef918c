package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.core.Agent;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/configuration.md` against the keys that are declared.
class ConfigurationDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/configuration.md"));
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(.*?)```");

  @TempDir Path folder;

  private record Row(String path, Key<?> key) {
    String text() {
      return "| `%s` | %s | %s | %s |"
          .formatted(path, key.kind().documented(), standard(key), key.description());
    }

    private static <T> String standard(Key<T> key) {
      if (key.required()) {
        return "required";
      }
      var fallback = key.fallback();
      return fallback == null ? "" : key.kind().written(fallback);
    }

    Stream<Row> withThoseBelow() {
      return Stream.concat(Stream.of(this), rows(path + key.kind().path() + ".", key.kind()));
    }
  }

  private static Stream<Row> rows(String path, Kind<?> kind) {
    return kind.keys().stream().flatMap(key -> new Row(path + key.name(), key).withThoseBelow());
  }

  private static List<Row> rows() {
    return rows("", Layout.of(Read.KNOWN, Path.of("/"), Map.of()).shape()).toList();
  }

  private static String example() {
    var example = EXAMPLE.matcher(DOCUMENT);
    assertThat(example.find()).isTrue();
    return example.group(1);
  }

  @Test
  void the_example_is_a_configuration() throws IOException {
    Files.createDirectories(folder.resolve("scripts"));
    Files.writeString(folder.resolve("scripts/rehearsal.txt"), "say Hello.");
    Files.writeString(folder.resolve("mcp_config.json"), "{\"mcpServers\": {}}");
    var file = Files.writeString(folder.resolve("retinue.yaml"), example());

    Files.createDirectory(folder.resolve("projects"));
    var home = Map.of("HOME", folder.toString());
    var configuration = Configuration.read(new Sources(file, home, List.of()), Read.KNOWN);
    var staff = configuration.staff();
    assertThat(configuration.settings().rules().roots().allowed())
        .containsExactly(folder.resolve("projects").toRealPath());
    assertThat(staff.all())
        .extracting(Agent::name)
        .containsExactly("reviewer", "rehearsal", "linter", "amy", "builder", "analyst");
    assertThat(staff.require("rehearsal").instructions()).isEqualTo("say Hello.");
  }

  @Test
  void the_mistakes_that_are_shown_are_what_is_said() throws IOException {
    Files.createDirectories(folder.resolve("scripts"));
    Files.writeString(folder.resolve("scripts/rehearsal.txt"), "say Hello.");
    Files.writeString(folder.resolve("mcp_config.json"), "{}");
    var wrong =
        example()
            .replace("~/projects", "/usr")
            .replace("instructions:", "instrctions:")
            .replace("40", "many");
    assertThatThrownBy(
            () -> Read.configuration(wrong.getBytes(StandardCharsets.UTF_8), folder, List.of()))
        .satisfies(
            refusal -> assertThat(DOCUMENT).contains("```\n" + refusal.getMessage() + "\n```"));
  }

  @Test
  void the_example_shows_every_key() {
    var example = example();
    assertThat(rows()).allSatisfy(row -> assertThat(example).contains(row.key().name() + ":"));
  }

  @Test
  void the_table_is_that_of_the_declared_keys() {
    var table = DOCUMENT.lines().filter(line -> line.startsWith("| `")).toList();
    assertThat(table).isEqualTo(rows().stream().map(Row::text).toList());
  }

  @Test
  void variables_that_are_no_settings_are_told_of() {
    assertThat(Variables.OTHERS)
        .allSatisfy(name -> assertThat(DOCUMENT).contains("`" + name + "`"));
    assertThat(DOCUMENT).contains("`RETINUE_SERVER_ALLOWED_HOSTS`");
  }

  @Test
  void keys_are_dashed_and_their_descriptions_are_sentences_of_one_line() {
    assertThat(rows())
        .hasSizeGreaterThan(10)
        .allSatisfy(row -> assertThat(row.key().name()).matches("[a-z]+(-[a-z]+)*"))
        .allSatisfy(row -> assertThat(row.key().description()).matches("[A-Z][^|\n]+\\."));
  }

  @Test
  void the_bounds_are_the_real_ones() {
    assertThat(DOCUMENT)
        .contains("%d KiB and holds".formatted(YamlDocument.MOST_BYTES / 1024))
        .contains("files have at most %d KiB".formatted(InstructionsFile.MOST_BYTES / 1024))
        .contains("%d values".formatted(YamlDocument.MOST_VALUES))
        .contains("%d levels".formatted(YamlDocument.DEEPEST));
  }
}
