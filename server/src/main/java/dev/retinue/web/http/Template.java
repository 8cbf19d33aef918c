package dev.retinue.web.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A path in which some steps have a name instead of a text: `/api/agents/{id}`.
public record Template(String text) {
  private static final int LONGEST_STEP = 200;

  /// What the path has where this has names; nothing if it is another path.
  public Optional<Map<String, String>> match(String path) {
    var wanted = steps(text);
    var given = steps(path);
    if (wanted.size() != given.size()) {
      return Optional.empty();
    }
    var names = new HashMap<String, String>();
    for (int i = 0; i < wanted.size(); i++) {
      var step = wanted.get(i);
      var found = given.get(i);
      if (step.startsWith("{") && !found.isEmpty() && found.length() <= LONGEST_STEP) {
        names.put(step.substring(1, step.length() - 1), found);
      } else if (!step.equals(found)) {
        return Optional.empty();
      }
    }
    return Optional.of(names);
  }

  /// The names, in their order.
  public List<String> names() {
    var names = new ArrayList<String>();
    for (var step : steps(text)) {
      if (step.startsWith("{")) {
        names.add(step.substring(1, step.length() - 1));
      }
    }
    return names;
  }

  private static List<String> steps(String path) {
    return List.of(path.split("/", -1));
  }
}
