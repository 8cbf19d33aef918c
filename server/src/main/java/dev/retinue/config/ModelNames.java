package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.core.Agent;
import dev.retinue.core.Nearest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Whoever thinks in this process names its model `provider/model`, with a provider that there is.
final class ModelNames {
  /// The runtime that asks models itself.
  static final String RUNTIME = "llm";

  private final List<Agent> staff;
  private final Set<String> providers;

  /// @param known the providers that come along
  /// @param own those of the configuration
  ModelNames(List<Agent> staff, Set<String> known, List<Thinking.OwnProvider> own) {
    this.staff = staff;
    this.providers = new TreeSet<>(known);
    own.forEach(it -> providers.add(it.name()));
  }

  void check(YamlNode root, Mistakes mistakes) {
    for (var agent : staff) {
      var model = agent.means().model();
      var node = Above.find(root, List.of("staff", agent.name(), MeansKeys.MODEL.name()));
      if (agent.means().runtime().equals(RUNTIME) && model != null && node.isPresent()) {
        int slash = model.indexOf('/');
        var provider = slash < 0 ? model : model.substring(0, slash);
        if (slash < 0 || slash == model.length() - 1 || !providers.contains(provider)) {
          mistakes.add(node.get().at(), sentence(agent.name(), model, provider));
        }
      }
    }
  }

  private static String rest(String model) {
    return model.indexOf('/') < 0 ? "/…" : model.substring(model.indexOf('/'));
  }

  private String sentence(String agent, String model, String provider) {
    var meant =
        providers.contains(provider)
            ? "; add the model behind '%s/'.".formatted(provider)
            : Nearest.to(Quoted.shortened(provider), providers)
                .map(it -> "; did you mean %s?".formatted(Quoted.of(it + rest(model))))
                .orElse(".");
    return "'model' in staff '%s' must be provider/model with one of the providers %s, but is the text %s%s"
        .formatted(agent, String.join(", ", providers), Quoted.of(model), meant);
  }
}
