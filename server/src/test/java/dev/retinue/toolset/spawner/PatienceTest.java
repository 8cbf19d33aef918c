package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.call;
import static dev.retinue.toolset.spawner.SpawnScene.ids;
import static dev.retinue.toolset.spawner.SpawnScene.order;
import static dev.retinue.toolset.spawner.SpawnScene.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.Notice;
import dev.retinue.mcp.client.Wanted;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Clients that give up before the work is done: they get every answer all the same.
final class PatienceTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private Path folder;
  private SpawnScene scene;

  @BeforeEach
  void open() {
    var manners =
        new Manners(SHORT, Duration.ofSeconds(30), List.of("patient"), true, Duration.ofMinutes(1));
    scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), manners);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-06-18", "2025-11-25", "2026-07-28"})
  void what_takes_longer_than_a_client_waits_is_answered_later(String version) {
    try (var client = scene.client(version)) {
      var begun = call(client, "spawn_agent", order("holder", "Take your time."));
      var id = begun.path("spawn_id");
      assertThat(begun.path("status").asString()).isEqualTo("running");
      assertThat(begun.has("success")).isFalse();
      assertThat(begun.path("message").asString()).contains("get_result", id.asString());

      var late = call(client, "wait_for_agents", ids(id));
      assertThat(late.path("status").asString()).isEqualTo("timeout");
      assertThat(late.path("still_running").get(0)).isEqualTo(id);
      var look = Json.object().put("spawn_id", id.asString());
      assertThat(call(client, "get_result", look).path("status").asString()).isEqualTo("running");
      scene.release();
      var all = call(client, "wait_for_agents", ids(id).put("wait_seconds", 30));

      assertThat(all.path("status").asString()).isEqualTo("all_completed");
      assertThat(all.path("results").get(0).path("result").asString()).isEqualTo(SpawnScene.HELD);
      assertThat(call(client, "get_result", look).path("result").asString())
          .isEqualTo(SpawnScene.HELD);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void a_client_that_is_known_to_wait_gets_the_result_itself_with_progress(String version) {
    var heard = new ArrayList<String>();
    var options = ClientOptions.named("Patient One", "1").in(SpawnScene.mode(version));
    try (var client = scene.client(options)) {
      var result =
          client.callTool(
              "spawn_agent",
              order("holder", "Take your time."),
              progress -> {
                heard.add(String.valueOf(progress.message()));
                scene.release();
              });
      assertThat(structured(result).path("result").asString()).isEqualTo(SpawnScene.HELD);
      assertThat(heard).isNotEmpty().allMatch(it -> it.startsWith("holder running"));
    }
  }

  @Test
  void what_a_caller_says_himself_counts_more_than_what_is_known_of_his_client() {
    try (var client = scene.client(ClientOptions.named("patient", "1"))) {
      var begun = call(client, "spawn_agent", order("holder", "Work.").put("wait_seconds", 0));
      assertThat(begun.has("success")).isFalse();
    }
  }

  @Test
  void several_at_once_are_answered_later_too() {
    try (var client = scene.client()) {
      var parallel = Json.object();
      var agents = parallel.putArray("agents");
      agents.addObject().put("agent", "player").put("prompt", "complete Quick");
      agents.addObject().put("agent", "holder").put("prompt", "Work.");
      var begun = call(client, "spawn_parallel", parallel);
      assertThat(begun.has("success")).isFalse();
      assertThat(begun.path("counts").path("total").intValue()).isEqualTo(2);
      scene.release();
      var all =
          call(client, "wait_for_agents", ids(begun.path("spawn_id")).put("wait_seconds", 30));
      assertThat(all.path("status").asString()).isEqualTo("all_completed");
      var group = call(client, "get_result", look(begun.path("spawn_id").asString()));
      assertThat(group.path("result").asString()).contains("2 of 2 done");
    }
  }

  private static ObjectNode look(String id) {
    return Json.object().put("spawn_id", id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"spawn_agent", "spawn_parallel"})
  void a_client_with_tasks_is_told_when_its_task_is_over_and_finds_the_result_there(String tool)
      throws Exception {
    var heard = new LinkedBlockingQueue<Notice>(100);
    var options =
        ClientOptions.named("test", "1")
            .in(new Mode.Modern())
            .able(InputHandler.NOBODY, Capability.TASKS)
            .hearing(heard::add);
    var order = order("holder", "Take your time.");
    var arguments = tool.equals("spawn_agent") ? order : Json.object();
    if (tool.equals("spawn_parallel")) {
      arguments.putArray("agents").add(order);
    }
    try (var client = scene.client(options)) {
      var task = client.callToolAsTask(tool, arguments);
      assertThat(task.state().ended()).isFalse();
      try (var _ = client.listen(Wanted.task(task.id()))) {
        scene.release();
        var state = task.state();
        while (!state.ended()) {
          state =
              Objects.requireNonNull(heard.poll(30, TimeUnit.SECONDS), "nothing was told")
                      instanceof Notice.TaskChanged(var now)
                  ? now
                  : state;
        }
      }
      var found = client.request("tasks/get", Json.object().put("taskId", task.id()));
      assertThat(found.at("/result/isError").asBoolean(false)).isFalse();
      assertThat(found.at("/result/structuredContent").toString()).contains(SpawnScene.HELD);
      assertThat(structured(task.await(Duration.ofSeconds(30))).path("success").asBoolean())
          .isTrue();
    }
  }

  @Test
  void waiting_can_be_a_task_that_outlasts_every_patience() {
    var options =
        ClientOptions.named("test", "1")
            .in(new Mode.Modern())
            .able(InputHandler.NOBODY, Capability.TASKS);
    try (var client = scene.client(options)) {
      var begun = call(client, "spawn_agent", order("holder", "Work.").put("async", true));
      var task = client.callToolAsTask("wait_for_agents", ids(begun.path("spawn_id")));
      scene.release();
      var all = structured(task.await(Duration.ofSeconds(30)));
      assertThat(all.path("status").asString()).isEqualTo("all_completed");
      assertThat(List.of(all.path("results").get(0).path("result").asString()))
          .containsExactly(SpawnScene.HELD);
    }
  }
}
