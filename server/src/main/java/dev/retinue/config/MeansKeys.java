package dev.retinue.config;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.List;

/// The keys of a member of the staff that say how it thinks, and where. Only the runtime `llm` asks
/// models itself; programs have settings of their own for it.
final class MeansKeys {
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_ANSWER = 1_000_000;

  static final Key<String> MODEL =
      Key.optional(
          "model",
          Kinds.words(LONGEST_NAME),
          "The model it thinks with, for the runtime `llm` as provider/model; else the runtime's own.");
  private static final Key<Agent.Effort> EFFORT =
      Key.optional(
          "effort",
          Kinds.oneOf(Agent.Effort.class),
          "How long its model is to think before it speaks; else as its provider likes. For `llm` only.");
  private static final Key<Long> MAX_OUTPUT =
      Key.optional(
          "max-output-tokens",
          Kinds.wholeNumber(1, LONGEST_ANSWER),
          "The longest answer of its model, with what it thinks; else 8192. For `llm` only.");

  static final List<Key<?>> ALL = List.of(MODEL, EFFORT, MAX_OUTPUT, StationSection.KEY);

  private MeansKeys() {}

  static Agent.Means means(Values values, String runtime) {
    var effort = values.find(EFFORT);
    var most = values.find(MAX_OUTPUT);
    if (effort.isPresent() || most.isPresent()) {
      requireThinking(values.name(), runtime, effort.isPresent() ? EFFORT : MAX_OUTPUT);
    }
    return new Agent.Means(
        runtime,
        values.find(MODEL).orElse(null),
        effort.orElse(null),
        most.map(Math::toIntExact).orElse(null),
        StationSection.of(values.name(), runtime, values.find(StationSection.KEY)));
  }

  private static void requireThinking(String agent, String runtime, Key<?> key) {
    if (!runtime.equals(ModelNames.RUNTIME)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Staff '%s' has '%s', which its runtime '%s' does not know; remove it, or write 'runtime: llm'."
              .formatted(agent, key.name(), runtime));
    }
  }
}
