package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.Key;
import dev.retinue.config.Shape;
import dev.retinue.config.team.key.AgentKeys;
import dev.retinue.config.team.key.Refused;
import dev.retinue.config.team.key.TeamKeys;
import dev.retinue.config.team.key.Toolsets;
import dev.retinue.config.team.key.Unsupported;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.core.Agent;
import dev.retinue.testing.Repository;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/agents.md` against what is read.
final class AgentsDocumentTest {
  private static final String DOCUMENT = Repository.text(Repository.ROOT.resolve("docs/agents.md"));
  private static final Landscape LANDSCAPE = landscape();

  private static Landscape landscape() {
    var usual = Reading.LANDSCAPE;
    var providers = new java.util.HashMap<>(usual.providers());
    providers.put("ollama", new Landscape.Provider("http://127.0.0.1:11434/v1", false, List.of()));
    return new Landscape(
        Map.copyOf(providers),
        Set.of(),
        Set.of(),
        usual.single(),
        usual.programs(),
        usual.schema());
  }

  private static List<String> examples(String language) {
    return Pattern.compile("(?s)```%s\n(.*?)```\n".formatted(language))
        .matcher(DOCUMENT)
        .results()
        .map(it -> it.group(1))
        .toList();
  }

  @Test
  void every_example_is_read_without_a_warning() {
    var files =
        examples("yaml").stream()
            .map(
                text ->
                    new TeamReader(LANDSCAPE)
                        .read(
                            "reviewer",
                            new dev.retinue.core.craft.Craft.Origin("reviewer.yaml", true),
                            text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
            .toList();

    assertThat(files).hasSize(3).allSatisfy(it -> assertThat(it.warnings()).isEmpty());
    assertThat(files.getFirst().agents())
        .extracting(Agent::name)
        .containsExactly("reviewer", "reviewer.security");
    assertThat(examples("markdown"))
        .singleElement()
        .satisfies(it -> assertThat(Reading.single(it, true).warnings()).isEmpty());
  }

  @Test
  void every_key_has_its_row_and_no_other() {
    assertThat(rows("The keys of a file")).isEqualTo(known(new TeamKeys(_ -> {}).shape()));
    assertThat(rows("The keys of an agent")).isEqualTo(known(new AgentKeys(_ -> {}).shape()));
  }

  @Test
  void every_toolset_has_its_row_with_its_own_keys() {
    var common = Set.of("type", "tools", "instruction", "readonly");
    var expected =
        Toolsets.shapes().entrySet().stream()
            .map(
                it ->
                    row(
                        it.getKey(),
                        it.getValue().keys().stream()
                            .filter(key -> !(key.kind() instanceof Unsupported))
                            .map(Key::name)
                            .filter(name -> !common.contains(name))
                            .toList()))
            .toList();

    assertThat(rows("Toolsets")).isEqualTo(expected);
  }

  private static String row(String type, List<String> keys) {
    var names = keys.stream().map("`%s`"::formatted).toList();
    return "| `%s` | %s|".formatted(type, keys.isEmpty() ? "" : String.join(", ", names) + " ");
  }

  @Test
  void whatever_is_not_supported_is_named() {
    var unsupported = new TreeSet<>(Toolsets.leftOut().keySet());
    Stream.of(new AgentKeys(_ -> {}).shape(), new TeamKeys(_ -> {}).shape())
        .flatMap(it -> it.keys().stream())
        .filter(it -> !isRead(it))
        .forEach(it -> unsupported.add(it.name()));

    assertThat(unsupported).allSatisfy(it -> assertThat(DOCUMENT).contains("`%s`".formatted(it)));
  }

  @Test
  void the_bounds_are_those_that_hold() {
    assertThat(DOCUMENT)
        .contains("at most %d in a folder".formatted(AgentFiles.MOST_FILES))
        .contains(
            "at most %d KiB and %d values"
                .formatted(YamlDocument.MOST_BYTES / 1024, TeamReader.MOST_VALUES));
  }

  private static List<String> known(Shape<?> shape) {
    return shape.keys().stream()
        .filter(AgentsDocumentTest::isRead)
        .map(it -> "| `%s` | %s |".formatted(it.name(), it.description()))
        .toList();
  }

  private static boolean isRead(Key<?> key) {
    return !(key.kind() instanceof Unsupported || key.kind() instanceof Refused);
  }

  private static List<String> rows(String section) {
    var from = DOCUMENT.indexOf("\n## %s\n".formatted(section));
    assertThat(from).as(section).isPositive();
    var text = DOCUMENT.substring(from + 4);
    var end = text.indexOf("\n## ");
    return Stream.of(text.substring(0, end < 0 ? text.length() : end).split("\n", -1))
        .filter(it -> it.startsWith("| `"))
        .toList();
  }
}
