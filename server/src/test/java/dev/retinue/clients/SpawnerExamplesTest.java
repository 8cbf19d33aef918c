package dev.retinue.clients;

import static dev.retinue.clients.RealHouse.call;
import static dev.retinue.clients.RealHouse.prompt;
import static dev.retinue.clients.RealHouse.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.Change;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.Notice;
import dev.retinue.mcp.client.Wanted;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// The calls that the design of the spawner shows, and its answers, with the real programs.
@EndToEnd
final class SpawnerExamplesTest {
  private static final String IMPACT =
      "Analyze all test files and identify which ones reference User.name or User.displayName"
          + " fields that were removed in v0.5.14";

  @TempDir private Path folder;
  private RealHouse house;
  private McpClient client;

  @BeforeEach
  void open() throws IOException {
    house = RealHouse.in(folder);
    client = house.client();
  }

  @AfterEach
  void close() {
    if (house != null) {
      client.close();
      house.close();
    }
  }

  private ObjectNode order(String words, Turn... turns) {
    return Json.object()
        .put("prompt", prompt(words, turns))
        .put("working_directory", house.project().toString());
  }

  private ObjectNode impact(Turn... turns) {
    var order =
        order(IMPACT, turns)
            .put("model", "sonnet")
            .put("timeout", 300)
            .put("task_summary", "Test impact analysis for schema refactor");
    order.putArray("tools").add("Bash").add("Read").add("Glob").add("Grep");
    return order;
  }

  @Test
  void spawn_claude_answers_as_the_design_shows_it() throws Exception {
    Files.writeString(house.project().resolve("CLAUDE.md"), "Be exact.");
    Files.writeString(house.project().resolve("PRD.md"), "# PRD\nA timeline.");
    var report = "## Test Impact Analysis\n\nFound 3 test files";

    var answer = call(client, "spawn_claude", impact(Turn.text(report).usage(15_234, 2_847)));

    assertThat(answer.path("spawn_id").asString()).startsWith("sp_");
    assertThat(answer.path("success").booleanValue()).isTrue();
    assertThat(answer.path("result").asString()).isEqualTo(report);
    assertThat(answer.path("duration_seconds").doubleValue()).isPositive();
    assertThat(answer.path("cost_usd").doubleValue()).isPositive();
    assertThat(answer.path("model").asString()).isEqualTo("sonnet");
    assertThat(answer.path("model_id").asString()).startsWith("claude-sonnet-");
    assertThat(answer.at("/tokens/input").intValue()).isEqualTo(15_234);
    assertThat(answer.at("/tokens/output").intValue()).isEqualTo(2_847);
    var asked = house.llm().await("User.displayName").conversation();
    assertThat(asked.toolNames()).contains("Bash", "Read", "Glob", "Grep").doesNotContain("Write");
    assertThat(asked.messages().toString())
        .contains("# Project Context", "Be exact.", "A timeline.", "# Your Task");
    assertThat(client.readResource("agents://iac-log").toString())
        .contains("Test impact analysis for schema refactor");
  }

  @Test
  void spawn_codex_runs_in_the_folder_it_is_given() throws Exception {
    Files.writeString(house.project().resolve("marker.txt"), "here");

    var answer =
        call(
            client,
            "spawn_codex",
            order("Run the tests.", Turn.shell("ls"), Turn.text("got {{tool_result}}"))
                .put("timeout", 120));

    assertThat(answer.path("success").booleanValue()).as("%s", answer).isTrue();
    assertThat(answer.path("result").asString()).contains("marker.txt");
    assertThat(answer.path("agent").asString()).isEqualTo("codex");
    assertThat(answer.at("/tokens/output").intValue()).isPositive();
  }

  @Test
  void list_running_shows_who_works_and_get_result_what_became_of_it() throws Exception {
    var before = Instant.now().minusSeconds(1);
    var begun = call(client, "spawn_claude", impact(Turn.hang()).put("async", true));
    var id = begun.path("spawn_id").asString();
    assertThat(begun.has("success")).isFalse();
    house.llm().await("User.displayName");

    var list = call(client, "list_running", Json.object());

    assertThat(list.path("count").intValue()).isOne();
    var row = list.path("agents").get(0);
    assertThat(row.path("spawn_id").asString()).isEqualTo(id);
    assertThat(row.path("model").asString()).isEqualTo("sonnet");
    assertThat(Instant.parse(row.path("started_at").asString())).isAfter(before);
    assertThat(row.path("elapsed_seconds").intValue()).isBetween(0, 60);
    assertThat(row.path("task_summary").asString())
        .isEqualTo("Test impact analysis for schema refactor");
    var look = Json.object().put("spawn_id", id);
    assertThat(call(client, "get_result", look).path("status").asString()).isEqualTo("running");
    call(client, "stop_spawn", look);
    var ended = structured(client.callTool("get_result", look));
    assertThat(ended.path("success").booleanValue(true)).isFalse();
    assertThat(ended.path("reason").asString()).isEqualTo("stopped");
    assertThat(call(client, "list_running", Json.object()).path("count").intValue()).isZero();
    house.llm().awaitHangUp("User.displayName");
  }

  @Test
  void a_background_agent_returns_at_once_and_tells_when_it_is_complete() throws Exception {
    var heard = new LinkedBlockingQueue<Notice>(1000);
    var options = house.options().in(new Mode.Legacy("2025-11-25")).hearing(heard::add);
    try (var legacy = house.client(options);
        var _ = legacy.listen(Wanted.LISTS)) {
      var begun =
          call(
              legacy,
              "spawn_claude",
              order("Run full test suite", Turn.text("All green"))
                  .put("async", true)
                  .put("notify_on_complete", true));
      var id = begun.path("spawn_id").asString();
      var look = Json.object().put("spawn_id", id);

      // Every update may be the last one.
      var now = begun;
      while (!now.path("status").asString().equals("completed")) {
        assertThat(heard.poll(60, TimeUnit.SECONDS)).as("%s", now).matches(it -> tellsOf(id, it));
        now = structured(legacy.callTool("get_result", look));
      }
      assertThat(now.path("result").asString()).isEqualTo("All green");
    }
  }

  private static boolean tellsOf(String id, @Nullable Notice notice) {
    return notice instanceof Notice.Changed(Change.ResourceUpdated(var uri, var _, var _))
        && uri.equals("agents://runs/" + id);
  }

  @Test
  void a_budget_that_is_exceeded_aborts() throws Exception {
    var costly = Turn.tool("Glob", Map.of("pattern", "*")).usage(900_000, 90_000);
    var order =
        order("Spend.", costly, Turn.text("never said").delayed(Duration.ofSeconds(60)))
            .put("max_cost_usd", 0.50)
            .put("abort_on_budget_exceeded", true);

    var result = client.callTool("spawn_claude", order);

    assertThat(result.isError()).isTrue();
    var answer = structured(result);
    assertThat(answer.path("success").booleanValue(true)).isFalse();
    assertThat(answer.path("reason").asString()).isEqualTo("budget");
    assertThat(answer.path("error").asString()).contains("0.5");
    assertThat(answer.path("cost_usd").doubleValue()).isGreaterThan(0.5);
  }

  @Test
  void parallel_agents_are_answered_together() {
    var parallel =
        Json.object()
            .put("aggregate_results", true)
            .put("working_directory", house.project().toString());
    var agents = parallel.putArray("agents");
    for (var part : List.of("auth", "database", "API")) {
      agents
          .addObject()
          .put("prompt", prompt("Analyze %s code".formatted(part), Turn.text(part + " is fine")))
          .put("model", "haiku");
    }

    var answer = call(client, "spawn_parallel", parallel);

    assertThat(answer.path("success").booleanValue()).as("%s", answer).isTrue();
    assertThat(answer.path("results").valueStream().map(it -> it.path("result").asString()))
        .containsExactly("auth is fine", "database is fine", "API is fine");
    assertThat(answer.path("results").valueStream().map(it -> it.path("model_id").asString()))
        .allMatch(it -> it.startsWith("claude-haiku-"));
    assertThat(answer.path("aggregated").asString())
        .containsSubsequence("auth is fine", "database is fine", "API is fine");
  }
}
