package dev.retinue.mcp.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.mcp.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// Schemas that others wrote, good ones and bad ones.
final class ForeignSchemaTest {
  @Test
  void a_value_that_does_not_fit_is_told_where() {
    var schema =
        ForeignSchema.of(
            json(
                "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"$ref\":\"#/$defs/count\"}},"
                    + "\"$defs\":{\"count\":{\"type\":\"integer\",\"minimum\":1}}}"));

    assertThat(schema.violations(json("{\"n\":3}"))).isEmpty();
    assertThat(schema.violations(json("{\"n\":0}")))
        .singleElement()
        .asString()
        .contains("'n' is 0");
    assertThat(schema.violations(json("{}"))).singleElement().asString().contains("'n'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"objekt\"} | 'type' is \"objekt\"",
        "{\"minimum\":\"one\"} | 'minimum' is \"one\"",
        "{\"properties\":{\"a\":{\"pattern\":\"(\"}}} | pattern",
        "{\"$ref\":\"https://example.org/schema\"} | a part of the schema itself",
        "{\"$ref\":\"file:///etc/passwd\"} | a part of the schema itself",
        "{\"$ref\":\"#/$defs/gone\"} | a part of the schema itself",
        "{\"$ref\":\"#\"} | leads back to itself",
        "{\"$dynamicRef\":\"#a\"} | is not taken here",
        "{\"$defs\":{\"a\":{\"$id\":\"b\"}}} | '$id' is not taken here",
        "{\"$schema\":\"https://example.org/mine\"} | must be https://json-schema.org/draft/2020-12",
      })
  void what_is_no_schema_or_not_a_whole_one_is_refused(String text, String why) {
    assertThatExceptionOfType(MisfitException.class)
        .isThrownBy(() -> ForeignSchema.of(json(text)))
        .satisfies(e -> assertThat(e.sentence()).contains(why));
  }

  /// Each level refers to the next one twice: a few lines, and years of work.
  @Test
  void a_schema_that_doubles_with_every_line_is_refused() {
    var schema = json("{\"$ref\":\"#/$defs/d0\"}");
    var parts = schema.putObject("$defs");
    for (int i = 0; i < 40; i++) {
      var both = parts.putObject("d" + i).putArray("allOf");
      both.addObject().put("$ref", "#/$defs/d" + (i + 1));
      both.addObject().put("$ref", "#/$defs/d" + (i + 1));
    }
    parts.putObject("d40").put("type", "string");

    assertThatExceptionOfType(MisfitException.class)
        .isThrownBy(() -> ForeignSchema.of(schema))
        .satisfies(e -> assertThat(e.sentence()).contains("more than 10000 parts"));
  }

  private static ObjectNode json(String text) {
    return Json.WIRE.readValue(text, ObjectNode.class);
  }
}
