package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.call;
import static dev.retinue.toolset.spawner.SpawnScene.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Results that are too long for one answer.
final class LongResultsTest {
  private static final int MOST = 45_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"0123456789", "\"a\\\"\t{}", "grüße 🦦 "})
  void a_long_result_is_read_piece_by_piece_and_nothing_of_it_is_lost(String piece) {
    var whole = piece.repeat(200_000 / piece.length()).strip();
    // What is delivered is a line.
    int length = whole.length() + 1;
    try (var scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
        var client = scene.client()) {
      var answer =
          call(client, "spawn_agent", order("player", "deliver %s\ncomplete Ok".formatted(whole)));
      assertThat(answer.toString().length()).isLessThan(MOST);
      var look = Json.object().put("spawn_id", answer.path("spawn_id").asString());
      var read = new StringBuilder(answer.path("result").asString());
      while (answer.has("rest")) {
        var rest = answer.path("rest").get(0);
        assertThat(rest.path("characters").intValue()).isEqualTo(length);
        assertThat(rest.path("next_offset").intValue()).isEqualTo(read.length());
        answer = call(client, "get_result", look.put("offset_in_text", read.length()));
        assertThat(answer.toString().length()).isLessThan(MOST);
        assertThat(answer.path("result").asString()).isNotEmpty();
        read.append(answer.path("result").asString());
      }
      assertThat(read.toString()).isEqualTo(whole + "\n");
    }
  }
}
