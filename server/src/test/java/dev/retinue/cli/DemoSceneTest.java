package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.text.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What programs and people are shown of a demonstration.
class DemoSceneTest {
  private final StringWriter out = new StringWriter();
  private final DemoScene scene = new DemoScene(new PrintWriter(out), Style.PLAIN, false, true);

  @ParameterizedTest
  @CsvSource({"completed, completed", "failed, stopped", "stopped, stopped"})
  void a_run_that_has_ended_says_so_in_both_words(String state, String status) {
    scene.enter(
        json("{'id': 'agent-a', 'status': 'running', 'state': 'running', 'recent_output': 'old'}"));
    assertThat(scene.isOver()).isFalse();
    scene.hear("agent-a", json("{'type': '%s', 'at': '2026-11-15T12:00:00Z'}".formatted(state)));
    assertThat(scene.isOver()).isTrue();
    var run = described();
    assertThat(run.path("state").asString()).isEqualTo(state);
    assertThat(run.path("status").asString()).isEqualTo(status);
    assertThat(run.has("recent_output")).isFalse();
  }

  @Test
  void what_a_run_spends_adds_up() {
    scene.enter(json("{'id': 'agent-a', 'tokens': 99, 'cost_usd': 9}"));
    scene.hear(
        "agent-a",
        json("{'type': 'spent', 'cost_usd': 0.02, 'input_tokens': 700, 'output_tokens': 30}"));
    scene.hear(
        "agent-a",
        json("{'type': 'spent', 'cost_usd': null, 'input_tokens': 70, 'output_tokens': 3}"));
    assertThat(described().path("tokens").asInt()).isEqualTo(803);
    assertThat(described().path("cost_usd").decimalValue()).isEqualByComparingTo("0.02");
  }

  @Test
  void nothing_is_drawn_for_programs() {
    scene.enter(json("{'id': 'agent-a', 'recent_output': 'old'}"));
    scene.draw();
    scene.end();
    assertThat(out.toString()).isEmpty();
  }

  private JsonNode described() {
    var all = JsonMapper.shared().createArrayNode();
    scene.describe(all);
    return all.get(0);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }
}
