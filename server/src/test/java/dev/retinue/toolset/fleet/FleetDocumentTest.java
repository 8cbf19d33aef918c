package dev.retinue.toolset.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.rpc.Json;
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
final class FleetDocumentTest {
  private static final String DOCUMENT = Repository.text(Repository.ROOT.resolve("docs/fleet.md"));
  private static final Pattern EXAMPLE =
      Pattern.compile("(?ms)^```(?!json$|sh$|yaml$|hcl$)([a-z_]+)\n(.*?)^```$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");
  private static final Map<String, ToolEntry> TOOLS =
      FleetTools.TYPES.stream()
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
  void every_parameter_is_a_scalar() {
    for (var tool : TOOLS.values()) {
      for (var property : tool.info().inputSchema().path("properties")) {
        assertThat(property.path("type").toString())
            .as(tool.info().name())
            .doesNotContain("object")
            .doesNotContain("array");
      }
    }
  }
}
