package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ForeignSchema;
import dev.retinue.mcp.schema.MisfitException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The schema for editors against the parser: both judge alike, as far as a schema can judge.
final class TeamSchemaTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
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
    try {
      var schema = ForeignSchema.of(Json.WIRE.readValue(SCHEMA.toString(), ObjectNode.class));
      return schema.violations(json(tree(text))).isEmpty();
    } catch (MisfitException e) {
      throw new AssertionError(e);
    }
  }

  private static YamlNode tree(String text) {
    return YamlDocument.parse(text.getBytes(StandardCharsets.UTF_8), new Mistakes("team.yaml"))
        .orElseThrow();
  }

  private static JsonNode json(YamlNode node) {
    return switch (node) {
      case Mapping(_, var entries, _) -> {
        var object = JSON.objectNode();
        entries.forEach(it -> object.set(it.key().text(), json(it.value())));
        yield object;
      }
      case Sequence(_, var items, _) -> {
        var array = JSON.arrayNode();
        items.forEach(it -> array.add(json(it)));
        yield array;
      }
      case Scalar scalar -> value(scalar);
    };
  }

  private static JsonNode value(Scalar scalar) {
    if (scalar.isNothing()) {
      return JSON.nullNode();
    }
    if (scalar.isTruth()) {
      return JSON.booleanNode(scalar.text().startsWith("t"));
    }
    return scalar.isNumber()
        ? JSON.numberNode(new BigDecimal(scalar.text()))
        : JSON.stringNode(scalar.text());
  }
}
