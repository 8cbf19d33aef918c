package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.call;
import static dev.retinue.toolset.spawner.SpawnScene.ids;
import static dev.retinue.toolset.spawner.SpawnScene.order;
import static dev.retinue.toolset.spawner.SpawnScene.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// What answers say where something is wrong, or long.
final class HonestAnswersTest {
  private static final int MOST = 45_000;
  private static final int HUGE = 5 << 20;
  private static final String ASKS = "ask Which colour?\ncomplete ok";

  @TempDir private Path folder;
  private SpawnScene scene;
  private McpClient client;

  @BeforeEach
  void open() {
    scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL, new Talker());
    scene.staff().hire(SpawnScene.member("talker", "talker"));
    client = scene.client();
  }

  @AfterEach
  void close() {
    client.close();
    scene.close();
  }

  /// Delivers a lot, or has a clone with a lot in it.
  private static final class Talker implements AgentRuntime {
    @Override
    public String name() {
      return "talker";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      if (work.prompt().equals("deliver")) {
        work.complete("Short.", "x".repeat(HUGE).getBytes(StandardCharsets.UTF_8));
        return;
      }
      var lines = "src/main/java/a/b/c/\"Some\".java\n".repeat(300);
      var facts =
          Map.of(
              "isolation_origin", "/a",
              "isolation_directory", "/a",
              "isolation_folder", "/a",
              "isolation_branch", "b",
              "isolation_base", "c",
              "isolation_commits", "1",
              "isolation_files", lines,
              "isolation_stat", lines,
              "isolation_diff", lines);
      work.tell(List.of(new RunEvent.Learned(Instant.now(), facts)));
      work.complete("Short.", "word ".repeat(20_000).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }

  private static ObjectNode parallel(String... prompts) {
    var order = Json.object();
    var agents = order.putArray("agents");
    for (var prompt : prompts) {
      agents.add(order("player", prompt));
    }
    return order;
  }

  @Test
  void a_group_of_which_all_failed_is_a_failure_for_whoever_asks() {
    var first = client.callTool("spawn_parallel", parallel("fail error A.", "fail error B."));
    assertThat(first.isError()).isTrue();
    var later = client.callTool("get_result", one(structured(first).path("spawn_id").asString()));
    assertThat(later.isError()).isTrue();
    assertThat(structured(later).path("success").booleanValue()).isFalse();
    assertThat(structured(later).path("status").asString()).isEqualTo("failed");
    assertThat(structured(later).path("error").asString()).contains("0 of 2 done");
  }

  @Test
  void a_group_of_which_one_failed_is_no_success_whoever_asks() {
    var first = call(client, "spawn_parallel", parallel("fail error A.", "complete done"));
    assertThat(first.path("success").booleanValue()).isFalse();
    var id = first.path("spawn_id").asString();
    var later = structured(client.callTool("get_result", one(id)));
    assertThat(later.path("success").booleanValue()).isFalse();
    assertThat(later.path("status").asString()).isEqualTo("completed");
    assertThat(later.path("result").asString()).contains("1 of 2 done");
  }

  @Test
  void who_waits_for_one_that_asks_is_told_what_it_asks() {
    var begun = call(client, "spawn_agent", order("player", ASKS).put("async", true));
    var answer = call(client, "wait_for_agents", ids(begun.path("spawn_id")));
    assertThat(answer.path("status").asString()).isEqualTo("waiting");
    assertThat(answer.at("/waiting/0/spawn_id")).isEqualTo(begun.path("spawn_id"));
    assertThat(answer.at("/waiting/0/waiting_for/0/text").asString()).isEqualTo("Which colour?");
    assertThat(answer.path("message").asString())
        .contains("agent_id " + begun.path("spawn_id").asString());
  }

  @Test
  void who_waits_for_a_group_of_which_one_asks_is_told_what_it_asks() {
    var answer = call(client, "spawn_parallel", parallel(ASKS));
    assertThat(answer.at("/results/0/waiting_for/0/text").asString()).isEqualTo("Which colour?");
    var errand = answer.at("/results/0/spawn_id").asString();
    assertThat(answer.path("message").asString()).contains("agent_id " + errand);
    var waited = call(client, "wait_for_agents", ids(answer.path("spawn_id")));
    assertThat(waited.path("status").asString()).isEqualTo("waiting");
    assertThat(waited.at("/waiting/0/spawn_id").asString()).isEqualTo(errand);
  }

  @Test
  void of_a_huge_result_every_piece_can_be_read() {
    var answer = call(client, "spawn_agent", order("talker", "deliver"));
    assertThat(answer.path("result").asString()).startsWith("xxx");
    assertThat(answer.at("/rest/0/characters").intValue()).isEqualTo(HUGE);
    var id = answer.path("spawn_id").asString();
    var last = call(client, "get_result", one(id).put("offset_in_text", HUGE - 10));
    assertThat(last.path("result").asString()).isEqualTo("x".repeat(10));
    assertThat(last.has("rest")).isFalse();
  }

  @Test
  void what_a_clone_has_to_tell_leaves_room_for_the_result() {
    var answer = call(client, "spawn_agent", order("talker", "clone"));
    assertThat(answer.toString().length()).isLessThan(MOST);
    assertThat(answer.at("/isolation/branch").asString()).isEqualTo("b");
    assertThat(answer.path("result").asString()).startsWith("word word");
    assertThat(answer.at("/rest/0/characters").intValue()).isEqualTo(100_000);
  }

  @Test
  void a_retry_is_answered_although_what_it_names_is_gone() {
    var asked = order("player", "complete done").put("idempotency_key", "once");
    var first = call(client, "spawn_agent", asked);
    scene.staff().dismiss("player");
    var again = call(client, "spawn_agent", asked);
    assertThat(again.path("spawn_id")).isEqualTo(first.path("spawn_id"));
  }

  private static ObjectNode one(String id) {
    return Json.object().put("spawn_id", id);
  }
}
