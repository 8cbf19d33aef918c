package dev.retinue.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Runs, ids and money for the tests of the core.
final class Sample {
  static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");
  static final RunId ID = id('a');

  private Sample() {}

  static RunId id(char letter) {
    return new RunId("agent-" + String.valueOf(letter).repeat(26));
  }

  static Run run() {
    return Run.create(ID, commission("ada", Lineage.ROOT, Budget.UNLIMITED));
  }

  static Run run(RunId id, String caller, Lineage lineage, Budget budget) {
    return Run.create(id, commission(caller, lineage, budget));
  }

  private static Commission commission(String caller, Lineage lineage, Budget budget) {
    return new Commission(
        caller,
        new Commission.AgentRef("scribe", "digest", "scripted", null),
        lineage,
        new Commission.Terms(budget, true, null, null),
        Map.of(),
        NOON);
  }

  static Lineage below(RunId... above) {
    return new Lineage(
        List.of(above).stream().map(run -> new Lineage.Link(run, "scribe", true)).toList());
  }

  static Usage usage(String usd, long tokens, long turns) {
    return new Usage(Money.usd(usd), false, tokens, 0, 0, turns);
  }
}
