package dev.retinue.toolset.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.testing.Repository;
import dev.retinue.toolset.checks.AcceptanceChecks;
import dev.retinue.toolset.relay.Relay;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// What the document says of the tools is so.
final class LifecycleDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/lifecycle.md"));
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```([a-z_]+)\n(.*?)^```$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");
  private static final Map<String, ToolEntry> TOOLS =
      Stream.<Class<? extends Tool<?, ?>>>concat(Lifecycle.TYPES.stream(), Relay.TYPES.stream())
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
    if (arguments.has("checks")) {
      for (var check : arguments.path("checks")) {
        var input = ToolJson.MAPPER.treeToValue(check, CheckInput.class);
        CheckInput.checks(List.of(input)).forEach(new AcceptanceChecks()::require);
      }
    }
  }

  @Test
  void every_tool_has_a_row_and_an_example() {
    var rows = ROW.matcher(DOCUMENT).results().map(row -> row.group(1)).toList();
    assertThat(rows).containsAll(TOOLS.keySet());
    assertThat(examples().stream().map(example -> example.group(1)).distinct())
        .containsExactlyInAnyOrderElementsOf(TOOLS.keySet());
  }

  @Test
  void every_field_of_a_start_is_named() {
    var fields =
        Objects.requireNonNull(TOOLS.get("agent_start")).info().inputSchema().path("properties");
    assertThat(fields.propertyNames()).allSatisfy(name -> assertThat(DOCUMENT).contains(name));
  }
}
