package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// The schema for editors against the parser: both judge alike, as far as a schema can judge.
final class TeamSchemaTest {
  private static final ObjectNode SCHEMA = new TeamReader(Reading.LANDSCAPE).schema();

  static List<String> right() {
    return Samples.RIGHT;
  }

  static List<Samples.Wrong> wrong() {
    return Samples.WRONG.stream().filter(Samples.Wrong::schema).toList();
  }

  static List<Samples.Wrong> beyond() {
    return Samples.WRONG.stream().filter(it -> !it.schema()).toList();
  }

  @ParameterizedTest
  @MethodSource("right")
  void what_the_parser_takes_fits_the_schema(String text) {
    assertThat(fits(text)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void what_the_parser_refuses_does_not_fit(Samples.Wrong sample) {
    assertThat(fits(sample.file())).isFalse();
  }

  /// Otherwise a sample would say wrongly that a schema cannot see it.
  @ParameterizedTest
  @MethodSource("beyond")
  void what_a_schema_cannot_see_fits(Samples.Wrong sample) {
    assertThat(sample.file().contains("env: {A: b}") || fits(sample.file())).isTrue();
  }

  @Test
  void every_key_is_explained() {
    assertThat(SCHEMA.at("/properties/agents/additionalProperties/properties").properties())
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.getValue().path("description").asString()).isNotBlank());
  }

  private static boolean fits(String text) {
    return SchemaFit.violations(SCHEMA.toString(), text).isEmpty();
  }
}
