package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.call;
import static dev.retinue.toolset.spawner.SpawnScene.ids;
import static dev.retinue.toolset.spawner.SpawnScene.member;
import static dev.retinue.toolset.spawner.SpawnScene.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What those ask who work for a spawned agent is asked of whoever waits for that one.
final class NeedsBelowTest {
  /// Two levels below the one that is waited for.
  private static final String DEEP =
      String.join(
          "\n",
          "start mate: \"\"\"",
          "start typist: permission delete it",
          "await",
          "\"\"\"",
          "await",
          "complete {results}");

  @TempDir private Path folder;
  private SpawnScene scene;

  @BeforeEach
  void open() {
    scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
    scene.staff().hire("mate", "").hire(member("typist", "scripted"));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void who_waits_is_asked_and_the_answer_goes_to_whoever_asked(String version) {
    var asked = new ConcurrentLinkedQueue<String>();
    InputHandler person =
        question -> {
          asked.add(question.params().path("message").asString());
          return InputHandler.accepted(Json.object().put("answer", "allow"));
        };
    var able =
        ClientOptions.named("test", "1")
            .in(SpawnScene.mode(version))
            .able(person, Capability.ELICITATION);
    try (var client = scene.client(able)) {
      var answer = call(client, "spawn_agent", order("player", DEEP).put("wait_seconds", 60));
      assertThat(answer.path("status").asString()).as("%s", answer).isEqualTo("completed");
      assertThat(asked).containsExactly("It wants to: delete it");
    }
  }

  @Test
  void who_shows_no_forms_is_told_who_asks_and_what() throws Exception {
    try (var client = scene.client()) {
      var open = call(client, "spawn_agent", order("player", DEEP).put("wait_seconds", 60));
      var needs = open.path("waiting_for");
      assertThat(needs).as("%s", open).hasSize(1);
      var asking = needs.get(0).path("agent_id").asString();
      assertThat(asking).isNotEqualTo(open.path("spawn_id").asString());
      assertThat(needs.get(0).path("kind").asString()).isEqualTo("permission");
      assertThat(needs.get(0).path("text").asString()).isEqualTo("delete it");
      assertThat(open.path("message").asString())
          .contains("agent_id " + asking, "spawn_id " + open.path("spawn_id").asString());

      var waited = call(client, "wait_for_agents", ids(open.path("spawn_id")));
      assertThat(waited.path("status").asString()).isEqualTo("waiting");
      assertThat(waited.path("message").asString()).contains(asking);

      scene
          .staff()
          .staff()
          .answer(Caller.owner(), RunId.of(asking), needs.get(0).path("id").asString(), "allow");
      waited = call(client, "wait_for_agents", ids(open.path("spawn_id")));
      assertThat(waited.path("status").asString()).as("%s", waited).isEqualTo("all_completed");
    }
  }
}
