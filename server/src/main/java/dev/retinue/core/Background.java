package dev.retinue.core;

import java.util.LinkedHashSet;
import java.util.List;

/// What a run has begun in the background. It is a fact of the run, so that whoever takes it up
/// again finds it; in a conversation the turns after it find it, too.
public final class Background {
  /// How such facts begin; the value is the id, and empty once it is forgotten.
  public static final String FACT = "background_agent_";

  private Background() {}

  /// All that a run has begun so, in no order.
  public static List<RunId> of(Run run) {
    var begun = new LinkedHashSet<RunId>();
    run.facts()
        .forEach(
            (fact, id) -> {
              if (fact.startsWith(FACT)) {
                RunId.find(id).ifPresent(begun::add);
              }
            });
    return List.copyOf(begun);
  }
}
