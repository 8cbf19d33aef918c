package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.port.Lack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an agent lacks to think. One of the models that it names is enough: those that cannot be
/// asked are passed over.
public final class Lacking {
  private static final String ANY = "any model";
  private static final String PROVIDER = "a provider that is known here";
  private static final String REMEDY =
      "Name the provider in the configuration under 'providers', or in the file if it is the operator's.";

  private final Models models;

  public Lacking(Models models) {
    this.models = models;
  }

  /// What keeps it from beginning: all of it, where none of its models can be asked.
  ///
  /// @param keys that are lent to it
  public List<Lack> of(Agent agent, Map<String, String> keys) {
    var all = each(agent, keys);
    return all.contains(Optional.<Lack>empty()) ? List.of() : present(all);
  }

  /// What its models lack that are passed over, because others can be asked.
  public List<Lack> passedOver(Agent agent, Map<String, String> keys) {
    var all = each(agent, keys);
    return all.contains(Optional.<Lack>empty()) ? present(all) : List.of();
  }

  private static List<Lack> present(List<Optional<Lack>> all) {
    return all.stream().flatMap(Optional::stream).distinct().toList();
  }

  /// Of every model what it lacks, if it lacks anything.
  private List<Optional<Lack>> each(Agent agent, Map<String, String> keys) {
    var all = new ArrayList<Optional<Lack>>();
    all.add(lack(agent, agent.means().model(), keys));
    agent.craft().thought().fallback().models().forEach(it -> all.add(lack(agent, it, keys)));
    return all;
  }

  private Optional<Lack> lack(Agent agent, @Nullable String model, Map<String, String> keys) {
    if (model != null && !models.isProvided(model, agent)) {
      return Optional.of(new Lack(PROVIDER, model, REMEDY));
    }
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
    return models.missing(same, keys).map(need -> new Lack(need, model == null ? ANY : model));
  }
}
