package dev.retinue.toolset.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.testing.Repository;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// What the document says of the tools is so.
final class SessionsDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/sessions.md"));
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```(?!json$)([a-z_]+)\n(.*?)^```$");
  private static final Pattern ANSWER = Pattern.compile("(?ms)^```json\n(.*?)^```$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");
  private static final Map<String, ToolEntry> TOOLS =
      SessionTools.TYPES.stream()
          .map(ToolEntry::shown)
          .collect(Collectors.toMap(tool -> tool.info().name(), tool -> tool));

  static List<MatchResult> examples() {
    return EXAMPLE.matcher(DOCUMENT).results().toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_fits_its_tool(MatchResult example) {
    var tool = Objects.requireNonNull(TOOLS.get(example.group(1)), example.group(1));
    var arguments = Json.WIRE.readValue(example.group(2), ObjectNode.class);
    assertThat(tool.input().violations(arguments)).isEmpty();
  }

  @Test
  void every_tool_has_a_row_and_an_example() {
    var rows = ROW.matcher(DOCUMENT).results().map(row -> row.group(1)).toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(TOOLS.keySet());
    assertThat(examples().stream().map(example -> example.group(1)).distinct())
        .containsExactlyInAnyOrderElementsOf(TOOLS.keySet());
  }

  @Test
  void the_answer_that_is_shown_is_one_that_can_be_given() {
    var schema = Objects.requireNonNull(TOOLS.get("send_message")).info().outputSchema();
    var validator = new Validator(Objects.requireNonNull(schema));
    var shown = ANSWER.matcher(DOCUMENT).results().toList();
    assertThat(shown).isNotEmpty();
    for (var answer : shown) {
      assertThat(validator.violations(Json.WIRE.readValue(answer.group(1), ObjectNode.class)))
          .isEmpty();
    }
  }
}
