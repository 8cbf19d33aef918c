package dev.retinue.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Commission;
import dev.retinue.core.Lineage;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run keeps its place in a trace among its facts, and these may come from an export that
/// somebody has changed.
final class TraceContextTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final TraceContext PLACE =
      new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true, "");

  @Test
  void a_run_knows_its_place_and_what_is_above_it() {
    var run = runWith(PLACE.facts("b7ad6b7169203331"));

    assertThat(TraceContext.of(run)).isEqualTo(PLACE);
    assertThat(TraceContext.above(run)).isEqualTo("b7ad6b7169203331");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b7ad6b716920333", "b7ad6b7169203331\"", "\"},{\"x\":\"12345678"})
  void what_is_no_span_is_not_above_it(String forged) {
    var facts = new HashMap<>(PLACE.facts("b7ad6b7169203331"));
    facts.replaceAll((_, value) -> value.equals("b7ad6b7169203331") ? forged : value);

    assertThat(TraceContext.above(runWith(facts))).isNull();
  }

  private static Run runWith(Map<String, String> facts) {
    return Run.create(
            RunId.random(RunId.Prefix.AGENT, new Random(7)),
            new Commission(
                "anna",
                new Commission.AgentRef("writer", "0123", "scripted", null),
                Lineage.ROOT,
                Commission.Terms.NONE,
                Map.of(),
                NOON))
        .apply(List.of(new RunEvent.Created(NOON, "writer"), new RunEvent.Learned(NOON, facts)));
  }
}
