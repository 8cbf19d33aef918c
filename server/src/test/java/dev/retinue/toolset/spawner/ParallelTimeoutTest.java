package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The time of several agents, of which half a minute is the least.
@EndToEnd
final class ParallelTimeoutTest {
  @TempDir private Path folder;

  @Test
  void when_the_time_is_over_those_that_are_done_are_returned() {
    try (var scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
        var client = scene.client()) {
      var order = Json.object().put("timeout", 30);
      var agents = order.putArray("agents");
      agents.add(SpawnScene.order("player", "complete Quick."));
      agents.add(SpawnScene.order("player", "say half\nhang"));

      var answer = structured(client.callTool("spawn_parallel", order));

      assertThat(answer.path("status").asString()).isEqualTo("failed");
      assertThat(answer.path("error").asString()).startsWith("timeout: ");
      var results = answer.path("results");
      assertThat(results.valueStream().map(it -> it.path("result").asString()))
          .containsExactly("Quick.", "half");
      assertThat(results.valueStream().map(it -> it.path("status").asString()))
          .containsExactly("completed", "stopped");
    }
  }
}
