package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.retinue.core.Manners;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Spawning;
import dev.retinue.testing.Talking;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.RetinueStatus;
import dev.retinue.toolset.compat.Compat;
import dev.retinue.toolset.lifecycle.Lifecycle;
import dev.retinue.toolset.relay.Relay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// What clients and models know of our tools stays as it is, or says that it is another.
class ToolContractTest {
  @TempDir private static Path folder;

  static List<ToolEntry> tools() {
    try (var staff = TestStaff.in(folder, new TestClock())) {
      var who = new DefaultAgent(null, staff.staff().roster(), staff.staff().crew()::runtime);
      var all = new ArrayList<>(Lifecycle.tools(staff.staff(), who, _ -> ""));
      all.addAll(Relay.tools(staff.staff(), staff.register()));
      all.addAll(Spawning.toolset(staff, who).tools());
      all.addAll(Talking.toolset(staff, Manners.USUAL).tools());
      var spawns = Spawning.spawns(staff, Manners.USUAL);
      all.addAll(Compat.toolset(spawns, staff.register()).tools());
      all.add(
          ToolEntry.of(
              new RetinueStatus(
                  "1",
                  InstantSource.system(),
                  _ -> List.of(),
                  () -> staff.staff().sessions().atHand().counts())));
      return all;
    }
  }

  @ParameterizedTest
  @MethodSource("tools")
  void a_tool_is_what_was_agreed(ToolEntry tool) {
    var name = "%s.%d.json".formatted(tool.info().name(), tool.edition().version());
    var file = Repository.ROOT.resolve("server/src/test/resources/contracts").resolve(name);
    // As it is read: a number has many forms in memory.
    JsonNode now = Json.WIRE.readTree(Json.WIRE.writeValueAsString(tool.info()));
    assertThat(Files.exists(file))
        .as("There is no contract %s; it would be:%n%s", name, now.toPrettyString())
        .isTrue();
    JsonNode agreed = Json.WIRE.readTree(file.toFile());
    if (!now.equals(agreed)) {
      fail(
          breaks(agreed, now)
              ? "%s breaks its contract: raise the version in its @Tool.Spec and add a contract.%n%s"
              : "%s has changed, and breaks nothing: make this its contract.%n%s",
          tool.info().name(),
          now.toPrettyString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":{\"type\":\"string\"}} | | {} | | true",
        "{} | | {\"a\":{\"type\":\"string\"}} | | false",
        "{} | | {\"a\":{\"type\":\"string\"}} | a | true",
        "{\"a\":{\"type\":\"string\"}} | a | {\"a\":{\"type\":\"string\"}} | | false",
        "{\"a\":{\"type\":\"string\"}} | | {\"a\":{\"type\":\"integer\"}} | | true",
      })
  void what_breaks_a_contract_is_known(
      String before,
      @Nullable String needed,
      String after,
      @Nullable String later,
      boolean breaks) {
    assertThat(breaks(tool(before, needed), tool(after, later))).isEqualTo(breaks);
  }

  @Test
  void a_tool_that_gives_less_breaks_its_contract() {
    var more = Json.object();
    more.putObject("outputSchema").putObject("properties").putObject("a").put("type", "string");
    assertThat(breaks(more, Json.object())).isTrue();
    assertThat(breaks(Json.object(), more)).isFalse();
  }

  /// An old call is refused, or an old reader misses something.
  private static boolean breaks(JsonNode before, JsonNode after) {
    var newlyNeeded = new TreeSet<>(names(after.path("inputSchema").path("required")));
    newlyNeeded.removeAll(names(before.path("inputSchema").path("required")));
    return !newlyNeeded.isEmpty()
        || losesOrChanges(before.path("inputSchema"), after.path("inputSchema"))
        || losesOrChanges(before.path("outputSchema"), after.path("outputSchema"));
  }

  private static boolean losesOrChanges(JsonNode before, JsonNode after) {
    return before.path("properties").properties().stream()
        .anyMatch(
            property ->
                !property
                    .getValue()
                    .path("type")
                    .equals(after.path("properties").path(property.getKey()).path("type")));
  }

  private static List<String> names(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asString).toList();
  }

  private static JsonNode tool(String properties, @Nullable String required) {
    var tool = Json.object();
    var schema = tool.putObject("inputSchema");
    schema.set("properties", Json.WIRE.readTree(properties));
    if (required != null) {
      schema.putArray("required").add(required);
    }
    return tool;
  }
}
