package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.provider.Providers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What answers cost, as far as it is known.
class PricesTest {
  private static final Prices SHIPPED = Prices.shipped();

  private static BigDecimal cost(String model, long in, long read, long kept, long out) {
    return SHIPPED.cost(model, new Tokens(in, read, kept, out, 0)).orElseThrow();
  }

  /// These are what the program `claude` told of the same tokens.
  @ParameterizedTest
  @CsvSource({
    "claude-opus-5-5,0.4,0.2,0.02,0.5",
    "claude-sonnet-5-5,0.2,0.1,0.01,0.25",
    "claude-haiku-5-5,0.01,0.005,0.001,0.0125",
    "claude-fable-5-2,0.8,0.4,0.02,1",
    "claude-opus-4-7,0.5,0.25,0.05,0.625",
    "claude-sonnet-4-6,0.3,0.15,0.03,0.375"
  })
  void the_models_of_anthropic_cost_what_its_own_program_says(
      String model, BigDecimal in, BigDecimal out, BigDecimal read, BigDecimal kept) {
    assertThat(cost(model, 100_000, 0, 0, 0)).isEqualByComparingTo(in);
    assertThat(cost(model, 0, 0, 0, 10_000)).isEqualByComparingTo(out);
    assertThat(cost(model, 0, 100_000, 0, 0)).isEqualByComparingTo(read);
    assertThat(cost(model, 0, 0, 100_000, 0)).isEqualByComparingTo(kept);
  }

  @Test
  void a_cost_is_exact_to_the_last_digit() {
    assertThat(cost("anthropic/claude-opus-5-5", 1, 1, 1, 1)).isEqualByComparingTo("0.0000292");
    var third = new Price(new BigDecimal("0.1"), new BigDecimal("0.2"), null, null);
    assertThat(third.of(new Tokens(1, 1, 1, 0, 0))).isEqualByComparingTo("0.0000003");
    assertThat(third.of(new Tokens(Long.MAX_VALUE, 0, 0, 0, 0)))
        .isEqualByComparingTo("922337203685.4775807");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-opus-5-5",
        "anthropic/claude-opus-5-5",
        "claude-opus-5-5-20260922",
        "anthropic/claude-opus-5-5-latest",
        "openai/gpt-6-sol",
        "openai-chat/gpt-6-sol",
        "gpt-6-sol-2026-09-22",
        "google/gemini-3.8-flash"
      })
  void a_model_is_found_with_and_without_its_provider_and_its_day(String model) {
    assertThat(SHIPPED.find(model)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-opus-9",
        "endpoint/claude-opus-5-5",
        "openrouter/anthropic/claude-opus-5-5",
        "ollama/gpt-6-sol",
        "ollama/qwen3:8b",
        "scripted",
        ""
      })
  void of_what_is_not_known_no_price_is_told_and_least_of_all_none(String model) {
    assertThat(SHIPPED.find(model)).isEmpty();
    assertThat(SHIPPED.cost(model, new Tokens(1, 0, 0, 1, 0))).isEmpty();
  }

  @Test
  void whoever_knows_better_is_believed() {
    var free = new Price(BigDecimal.ZERO, BigDecimal.ZERO, null, null);
    var own =
        SHIPPED.with(
            Map.of("ollama/qwen3:8b", free, "glm-5", free, "anthropic/claude-opus-5-5", free));
    assertThat(own.find("ollama/qwen3:8b")).contains(free);
    assertThat(own.find("openrouter/glm-5")).contains(free);
    assertThat(own.find("vllm/qwen3:8b")).isEmpty();
    assertThat(own.find("claude-opus-5-5")).contains(free);
  }

  @Test
  void a_long_prompt_is_paid_at_its_own_price_as_a_whole() {
    assertThat(cost("gpt-6-sol", 272_000, 0, 0, 1_000)).isEqualByComparingTo("0.554");
    assertThat(cost("gpt-6-sol", 272_001, 0, 0, 1_000)).isEqualByComparingTo("1.103004");
    assertThat(cost("gpt-6-sol", 1, 272_000, 0, 0)).isEqualByComparingTo("0.108804");
  }

  @Test
  void the_table_is_plausible() {
    assertThat(SHIPPED.date()).isAfter(LocalDate.of(2026, 11, 1));
    assertThat(SHIPPED.models()).hasSizeGreaterThan(30);
    SHIPPED.models().forEach(PricesTest::assertPlausible);
  }

  private static void assertPlausible(String name, Price price) {
    assertThat(Providers.parse(name).provider()).isIn("anthropic", "openai", "google");
    assertThat(price.input()).as(name).isPositive();
    assertThat(price.output()).as(name).isGreaterThan(price.input());
    assertThat(price.cacheRead()).as(name).isPositive().isLessThan(price.input());
    if (price.cacheWrite() != null) {
      assertThat(price.cacheWrite())
          .as(name)
          .isEqualByComparingTo(price.input().multiply(new BigDecimal("1.25")));
    }
    if (price.above() != null) {
      assertThat(price.above().price().input()).as(name).isGreaterThan(price.input());
      assertPlausible(name, price.above().price());
    }
  }
}
