package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.core.Agent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whoever stands in for another must be there, and the last of them stands alone.
final class Fallbacks {
  private final Map<String, String> next = new HashMap<>();
  private final List<String> names;

  Fallbacks(List<Agent> staff) {
    names = staff.stream().map(Agent::name).toList();
    for (var agent : staff) {
      var fallback = agent.conduct().vigilance().fallback();
      if (fallback != null) {
        next.put(agent.name(), fallback);
      }
    }
  }

  void check(YamlNode root, Mistakes mistakes) {
    for (var name : names) {
      var fallback = next.get(name);
      var node = Above.find(root, List.of("staff", name, VigilanceSection.FALLBACK.name()));
      if (fallback != null && node.isPresent()) {
        if (!names.contains(fallback)) {
          mistakes.add(
              node.get().at(),
              "there is no agent %s to stand in for '%s'; the staff are %s."
                  .formatted(Quoted.of(fallback), name, String.join(", ", names)));
        } else if (circle(name).size() > 1) {
          mistakes.add(
              node.get().at(),
              "those who stand in for '%s' go in a circle (%s); take one of them out."
                  .formatted(name, String.join(", ", circle(name))));
        }
      }
    }
  }

  /// From one back to itself; only itself if it does not come back.
  private List<String> circle(String name) {
    var way = new ArrayList<>(List.of(name));
    for (var at = next.get(name); at != null && way.size() <= names.size(); at = next.get(at)) {
      way.add(at);
      if (at.equals(name)) {
        return way;
      }
    }
    return List.of(name);
  }
}
