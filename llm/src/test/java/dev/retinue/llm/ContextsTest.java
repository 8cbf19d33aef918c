package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How much models read at once.
class ContextsTest {
  private static final Contexts SHIPPED = Contexts.shipped();

  @ParameterizedTest
  @CsvSource({
    "anthropic/claude-sonnet-5-5,1000000",
    "claude-haiku-4-5,200000",
    "anthropic/claude-haiku-4-5-20251001,200000",
    "openai-chat/gpt-6-sol,922000",
    "openrouter/anthropic/claude-haiku-4-5,200000",
    "endpoint/gemini-3.8-flash,1048576"
  })
  void a_model_reads_as_much_wherever_it_is_provided(String model, long tokens) {
    assertThat(SHIPPED.of(model)).isEqualTo(tokens);
  }

  @Test
  void of_what_is_not_known_a_usual_size_is_assumed() {
    assertThat(SHIPPED.of("ollama/qwen3:8b")).isEqualTo(Contexts.USUAL);
    assertThat(SHIPPED.of("")).isEqualTo(Contexts.USUAL);
  }

  @Test
  void whoever_knows_better_is_believed() {
    var better = SHIPPED.with(Map.of("ollama/qwen3:8b", 8_000L, "claude-haiku-4-5", 100_000L));
    assertThat(better.of("ollama/qwen3:8b")).isEqualTo(8_000);
    assertThat(better.of("house/claude-haiku-4-5")).isEqualTo(100_000);
  }

  @Test
  void every_model_with_a_price_has_a_size() {
    assertThat(SHIPPED.models().keySet())
        .containsExactlyInAnyOrderElementsOf(Prices.shipped().models().keySet());
  }
}
