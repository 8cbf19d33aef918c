package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.Prompt.Effort;
import dev.retinue.llm.Prompt.Settings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// How a model is to choose its words, as each provider takes it.
class SamplingTest extends Contract {
  private static final Sampling ALL = new Sampling(0.25, 0.5, 0.75, -1.0, false);

  private static Settings choosing(Sampling sampling) {
    var minute = Duration.ofMinutes(1);
    return new Settings(1000, null, minute, minute, sampling);
  }

  private JsonNode sent(Dialects dialect, Settings settings) throws InterruptedException {
    ask(dialect, with(settings, prompt(text("Yes."))));
    return sent();
  }

  @ParameterizedTest
  @EnumSource
  void what_was_chosen_is_said_where_the_provider_knows_it(Dialects dialect) throws Exception {
    var body = sent(dialect, choosing(ALL));
    var gemini = dialect == Dialects.GEMINI;
    var where = gemini ? body.path("generationConfig") : body;
    assertThat(where.path("temperature").asDouble(-1)).isEqualTo(0.25);
    switch (dialect) {
      case ANTHROPIC -> {
        assertThat(body.has("top_p")).isFalse();
        assertThat(body.at("/tool_choice/disable_parallel_tool_use").asBoolean(false)).isTrue();
      }
      case RESPONSES -> {
        assertThat(body.path("top_p").asDouble(-1)).isEqualTo(0.5);
        assertThat(body.path("parallel_tool_calls").asBoolean(true)).isFalse();
      }
      case CHAT, ENDPOINT -> {
        assertThat(body.path("top_p").asDouble(-1)).isEqualTo(0.5);
        assertThat(body.path("frequency_penalty").asDouble(0)).isEqualTo(0.75);
        assertThat(body.path("presence_penalty").asDouble(0)).isEqualTo(-1.0);
        assertThat(body.path("parallel_tool_calls").asBoolean(true)).isFalse();
      }
      case GEMINI -> {
        assertThat(where.path("topP").asDouble(-1)).isEqualTo(0.5);
        assertThat(where.path("frequencyPenalty").asDouble(0)).isEqualTo(0.75);
        assertThat(where.path("presencePenalty").asDouble(0)).isEqualTo(-1.0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_was_not_chosen_is_not_said(Dialects dialect) throws Exception {
    var body = sent(dialect, choosing(Sampling.USUAL)).toString();
    assertThat(body).doesNotContain("temperature", "top_p", "topP", "enalty", "disable_parallel");
  }

  @Test
  void the_other_way_to_choose_is_said_to_anthropic_alone() throws Exception {
    var body = sent(Dialects.ANTHROPIC, choosing(new Sampling(null, 0.5, null, null, null)));
    assertThat(body.path("top_p").asDouble(-1)).isEqualTo(0.5);
    assertThat(body.has("tool_choice")).isFalse();
  }

  @Test
  void whoever_thinks_first_is_not_told_how_to_choose() throws Exception {
    var minute = Duration.ofMinutes(1);
    var thinking = new Settings(1000, Effort.LOW, minute, minute, ALL);
    assertThat(sent(Dialects.ANTHROPIC, thinking).has("temperature")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void without_tools_nothing_is_said_about_them(Dialects dialect) throws Exception {
    ask(dialect, with(choosing(ALL), prompt(text("Yes.")).withoutTools()));
    assertThat(sent().has("tool_choice")).isFalse();
    assertThat(sent().has("parallel_tool_calls")).isFalse();
  }
}
