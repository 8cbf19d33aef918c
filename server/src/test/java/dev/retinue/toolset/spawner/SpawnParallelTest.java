package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.call;
import static dev.retinue.toolset.spawner.SpawnScene.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.RunEvent;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Several agents by one call.
final class SpawnParallelTest {
  @TempDir private Path folder;
  private SpawnScene scene;
  private McpClient client;

  @BeforeEach
  void open() {
    scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
    client = scene.client();
  }

  @AfterEach
  void close() {
    client.close();
    scene.close();
  }

  private static ObjectNode parallel(List<String> scripts) {
    var parallel = Json.object();
    var agents = parallel.putArray("agents");
    scripts.forEach(script -> agents.addObject().put("agent", "player").put("prompt", script));
    return parallel;
  }

  private static List<String> of(JsonNode answer, String field) {
    return answer.path("results").valueStream().map(it -> it.path(field).asString("")).toList();
  }

  @Test
  void fifty_on_one_budget_never_use_more_than_it() {
    var script = "spend 0.01\nspend 0.01\nspend 0.01\ncomplete Done.";
    var order =
        parallel(Collections.nCopies(50, script))
            .put("max_cost_usd", 0.5)
            .put("max_concurrency", 10);

    var answer = structured(client.callTool("spawn_parallel", order));

    assertThat(answer.path("success").asBoolean(true)).isFalse();
    assertThat(answer.path("cost_usd").doubleValue()).isEqualTo(0.5);
    assertThat(answer.at("/counts/total").intValue()).isEqualTo(50);
    assertThat(answer.at("/counts/succeeded").intValue()).isPositive();
    assertThat(answer.at("/counts/failed").intValue()).isPositive();
    assertThat(answer.at("/counts/open").intValue()).isZero();
    assertThat(of(answer, "reason")).contains("budget");
    assertThat(answer.toString().length()).isLessThan(45_000);
  }

  @Test
  void fifty_who_need_exactly_their_budget_are_all_done() {
    var order =
        parallel(Collections.nCopies(50, "spend 0.01\ncomplete Done."))
            .put("max_cost_usd", 0.5)
            .put("max_concurrency", 50);

    var answer = call(client, "spawn_parallel", order);

    assertThat(answer.path("success").booleanValue()).isTrue();
    assertThat(answer.at("/counts/succeeded").intValue()).isEqualTo(50);
    assertThat(answer.path("cost_usd").doubleValue()).isEqualTo(0.5);
  }

  @Test
  void one_failure_does_not_sink_the_rest_and_all_are_put_together() {
    var order =
        parallel(List.of("complete One.", "fail error It broke.", "complete Three."))
            .put("aggregate_results", true);

    var answer = call(client, "spawn_parallel", order);

    assertThat(answer.path("success").asBoolean(true)).isFalse();
    assertThat(of(answer, "status")).containsExactly("completed", "failed", "completed");
    assertThat(of(answer, "result")).startsWith("One.").endsWith("Three.");
    assertThat(of(answer, "error").get(1)).isEqualTo("error: It broke.");
    assertThat(answer.path("aggregated").asString())
        .containsSubsequence("1. player (completed)", "One.", "2. player (failed)", "It broke.")
        .endsWith("Three.");
  }

  @Test
  void where_all_fail_the_call_has_failed() {
    var result =
        client.callTool("spawn_parallel", parallel(List.of("fail error A.", "fail error B.")));
    assertThat(result.isError()).isTrue();
    assertThat(of(structured(result), "error")).containsExactly("error: A.", "error: B.");
  }

  @Test
  void never_are_more_at_work_than_the_caller_wants() {
    var order = parallel(Collections.nCopies(12, "say a\ncomplete b")).put("max_concurrency", 2);
    var group = call(client, "spawn_parallel", order).path("spawn_id").asString();

    int now = 0;
    int most = 0;
    for (var it : scene.staff().staff().feed().readAll(TestStaff.OWNER, 0, 10_000).events()) {
      if (!it.run().text().equals(group)) {
        now += it.event() instanceof RunEvent.Created ? 1 : 0;
        now -= it.event() instanceof RunEvent.Released ? 1 : 0;
        most = Math.max(most, now);
      }
    }
    assertThat(most).isEqualTo(2);
  }

  @Test
  void fifty_long_answers_fit_into_one_and_the_rest_is_found() {
    var order =
        parallel(Collections.nCopies(50, "deliver " + "x\\\"y ".repeat(1_500) + "\ncomplete ok"))
            .put("aggregate_results", true)
            .put("max_concurrency", 50);

    var answer = call(client, "spawn_parallel", order);

    assertThat(answer.toString().length()).isLessThan(45_000);
    assertThat(answer.at("/counts/succeeded").intValue()).isEqualTo(50);
    assertThat(answer.path("results").get(0).path("rest").get(0).path("characters").intValue())
        .isGreaterThan(7_000);
    var ids = Json.object();
    var list = ids.putArray("spawn_ids");
    addAllIds(answer, list);
    assertThat(list).hasSize(50);
    var all = call(client, "wait_for_agents", ids);
    assertThat(all.toString().length()).isLessThan(45_000);
    assertThat(all.path("status").asString()).isEqualTo("all_completed");
    var again = Json.WIRE.createArrayNode();
    addAllIds(all, again);
    assertThat(again).isEqualTo(list);
  }

  /// Of those that are shown, and then of those for whom there was no room.
  private static void addAllIds(JsonNode answer, ArrayNode list) {
    of(answer, "spawn_id").forEach(list::add);
    answer.path("not_shown").forEach(list::add);
  }
}
