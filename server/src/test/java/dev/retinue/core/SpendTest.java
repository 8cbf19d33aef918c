package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpendTest {
  @ParameterizedTest
  @CsvSource({
    "scripted, , true",
    "llm, scripted/pen, true",
    "llm, anthropic/pen, false",
    "claude, , false"
  })
  void nobody_pays_for_agents_and_models_that_play_scripts(
      String runtime, @Nullable String model, boolean invented) {
    var agent = new Commission.AgentRef("player", "digest", runtime, model);
    var terms = new Commission.Terms(Budget.UNLIMITED, true, null, null);
    var run =
        Run.create(
            RunId.random(RunId.Prefix.AGENT, new Random(1)),
            new Commission("anna", agent, Lineage.ROOT, terms, Map.of(), Instant.EPOCH));
    assertThat(Spend.isInvented(run)).isEqualTo(invented);
  }
}
