package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.port.Lack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an agent lacks to think with all models that it names, those that stand in among them.
public final class Lacking {
  private static final String ANY = "any model";

  private final Models models;

  public Lacking(Models models) {
    this.models = models;
  }

  /// All of it.
  ///
  /// @param keys that are lent to it
  public List<Lack> of(Agent agent, Map<String, String> keys) {
    var lacks = new ArrayList<Lack>();
    add(agent, agent.means().model(), keys, lacks);
    agent.craft().thought().fallback().models().forEach(it -> add(agent, it, keys, lacks));
    return List.copyOf(lacks);
  }

  private void add(
      Agent agent, @Nullable String model, Map<String, String> keys, List<Lack> lacks) {
    var asking = new Agent.Means(agent.means().runtime(), model);
    var same =
        new Agent(
            agent.name(),
            agent.description(),
            asking,
            "",
            agent.tools(),
            agent.limits(),
            agent.conduct(),
            agent.craft());
    models
        .missing(same, keys)
        .map(need -> new Lack(need, model == null ? ANY : model))
        .filter(it -> !lacks.contains(it))
        .ifPresent(lacks::add);
  }
}
