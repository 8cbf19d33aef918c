package dev.retinue.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The official suite, one test for each of its scenarios. What it has to run is written down here:
/// a scenario that is not run any more fails, too.
@EndToEnd
class ConformanceTest {
  /// What the suite calls good. It also skips what it cannot see, which one scenario is.
  private static final Set<String> GOOD = Set.of("SUCCESS", "INFO", "SKIPPED");

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> revision_2026_07_28_with_tasks() {
    return scenarios("2026-07-28", "conformance-0.2", "--requirements", "2026-07-28");
  }

  @TestFactory
  Stream<DynamicTest> revision_2025_11_25() {
    return scenarios("2025-11-25", "conformance-0.2", "--requirements", "2025-11-25");
  }

  @TestFactory
  Stream<DynamicTest> revision_2025_06_18() {
    return scenarios(
        "2025-06-18", "conformance-0.2", "--suite", "all", "--spec-version", "2025-06-18");
  }

  @TestFactory
  Stream<DynamicTest> the_released_suite() {
    return scenarios("0.1.16", "conformance-0.1", "--suite", "all");
  }

  private Stream<DynamicTest> scenarios(String list, String suite, String... options) {
    assumeTrue(Npm.isInstalled(), "npm could not install the suite");
    var results = run(suite, options);
    var expected =
        Repository.text(
                Repository.ROOT.resolve("server/src/test/resources/conformance/" + list + ".txt"))
            .lines();
    return expected.map(
        scenario ->
            dynamicTest(
                list + " " + scenario,
                () ->
                    assertThat(results.getOrDefault(scenario, List.of()))
                        .isNotEmpty()
                        .allSatisfy(ConformanceTest::assertGood)));
  }

  private static void assertGood(JsonNode check) {
    assertThat(GOOD).as(check.toPrettyString()).contains(check.path("status").asString());
  }

  private Map<String, List<JsonNode>> run(String suite, String... options) {
    var output = folder.resolve("results");
    try (var server = FixtureServer.start(0)) {
      var command = new ArrayList<Object>(List.of(Npm.node(), Npm.script(suite, "dist/index.js")));
      command.addAll(List.of("server", "--url", "http://localhost:" + server.port() + "/mcp"));
      command.addAll(List.of(options));
      command.addAll(List.of("-o", output));
      Program.of(command.toArray()).within(Duration.ofMinutes(3)).run();
    }
    return results(output);
  }

  private static Map<String, List<JsonNode>> results(Path output) {
    var results = new TreeMap<String, List<JsonNode>>();
    try (var folders = Files.list(output)) {
      for (var scenario : folders.toList()) {
        var checks = new ArrayList<JsonNode>();
        Json.WIRE.readTree(scenario.resolve("checks.json").toFile()).forEach(checks::add);
        var name = scenario.getFileName().toString();
        results.put(name.replaceAll("^server-|-\\d{4}-\\d\\d-\\d\\dT.*$", ""), checks);
      }
    } catch (IOException e) {
      throw new AssertionError("the suite left no results", e);
    }
    return results;
  }
}
