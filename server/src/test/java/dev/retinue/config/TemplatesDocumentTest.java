package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.config.template.BundledTemplates;
import dev.retinue.config.template.TemplateFiles;
import dev.retinue.config.template.TemplateReader;
import dev.retinue.core.RetinueException;
import dev.retinue.core.template.Template;
import dev.retinue.testing.Repository;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/templates.md` against what templates are.
class TemplatesDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/templates.md"));
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```markdown\n(.*?)```\n");
  private static final Pattern BUNDLED =
      Pattern.compile("(?m)^\\| `([a-z_]+)` \\| [^|]+\\| [a-z ]+ \\|$");

  private static String example() {
    var example = EXAMPLE.matcher(DOCUMENT);
    assertThat(example.find()).isTrue();
    return example.group(1);
  }

  private static Template read(String text) {
    return new TemplateReader(_ -> {}).read("review_sql.md", text.getBytes(StandardCharsets.UTF_8));
  }

  private static Stream<String> rows(String path, Kind<?> kind) {
    return kind.keys().stream()
        .flatMap(
            key ->
                Stream.concat(
                    Stream.of(row(path + key.name(), key)),
                    rows(path + key.name() + key.kind().path() + ".", key.kind())));
  }

  private static <T> String row(String path, Key<T> key) {
    var fallback = key.fallback();
    var standard =
        key.required() ? "required" : fallback == null ? "" : key.kind().written(fallback);
    return "| `%s` | %s | %s | %s |"
        .formatted(path, key.kind().documented(), standard, key.description());
  }

  @Test
  void the_example_is_a_template() {
    var template = read(example());

    assertThat(template.name()).isEqualTo("review_sql");
    assertThat(template.terms().timeout()).isEqualTo(Duration.ofMinutes(10));
    assertThat(template.terms().readOnly()).isTrue();
    assertThat(template.terms().structuredOutput())
        .startsWith("{\"type\":\"object\",\"required\":[\"summary\",\"findings\"]");
    assertThat(template.filled(Map.of("path", "db/V2.sql", "rows", "7")))
        .isEqualTo(
            """
            Review the SQL in db/V2.sql for postgres. Change nothing.
            The largest table has 7 rows.

            Look for statements that lose data, that cannot be undone, or that read a whole table.
            Verify each finding in the file before you report it, with its place.""");
  }

  @Test
  void the_example_shows_every_key() {
    var example = example();
    assertThat(rows("", new TemplateKeys(_ -> {}).shape()))
        .allSatisfy(
            row ->
                assertThat(example)
                    .contains(row.replaceAll("^\\| `(?:.*\\.)?([a-z-]+)`.*", "$1:")));
  }

  @Test
  void the_table_is_that_of_the_declared_keys() {
    var table =
        DOCUMENT
            .substring(DOCUMENT.indexOf("| key |"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(table).isEqualTo(rows("", new TemplateKeys(_ -> {}).shape()).toList());
  }

  @Test
  void the_mistakes_that_are_shown_are_what_is_said() {
    var key = example().replace("name: review_sql", "nmae: review_sql");
    var place = example().replace("SQL in {{path}}", "SQL in {{pth}}, {{path}}");

    assertThat(DOCUMENT).contains("```\n%s\n%s\n```".formatted(refusal(key), refusal(place)));
  }

  private static String refusal(String text) {
    return catchThrowableOfType(RetinueException.class, () -> read(text)).getMessage();
  }

  @Test
  void every_bundled_template_is_told_of() {
    assertThat(BUNDLED.matcher(DOCUMENT).results().map(it -> it.group(1)))
        .isEqualTo(BundledTemplates.NAMES);
  }

  @Test
  void the_bounds_and_common_arguments_are_the_real_ones() {
    assertThat(DOCUMENT)
        .contains("at most %d KiB".formatted(TemplateReader.MOST_BYTES / 1024))
        .contains("at most %d arguments".formatted(Template.MOST_ARGUMENTS))
        .contains("at most %d templates".formatted(TemplateFiles.MOST_FILES));
    assertThat(List.copyOf(Template.COMMON))
        .allSatisfy(name -> assertThat(DOCUMENT).contains("`" + name + "`"));
  }
}
