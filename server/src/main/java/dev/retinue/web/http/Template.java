package dev.retinue.web.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A path in which some steps have a name instead of a text: `/api/agents/{id}`.
public final class Template {
  private static final int LONGEST_STEP = 200;

  private final String text;
  private final List<String> steps;

  /// Up to its first name, which is all of it where it has none.
  private final String beginning;

  public Template(String text) {
    this.text = text;
    this.steps = steps(text);
    int name = text.indexOf('{');
    this.beginning = name < 0 ? text : text.substring(0, name);
  }

  public String text() {
    return text;
  }

  /// Whether this is one path and not many.
  boolean isOne() {
    return beginning.length() == text.length();
  }

  /// What the path has where this has names; nothing if it is another path.
  public Optional<Map<String, String>> match(String path) {
    // Most paths are others: that costs no look at their steps.
    if (isOne() ? !path.equals(text) : !path.startsWith(beginning)) {
      return Optional.empty();
    }
    return isOne() ? Optional.of(Map.of()) : names(steps(path));
  }

  private Optional<Map<String, String>> names(List<String> given) {
    if (steps.size() != given.size()) {
      return Optional.empty();
    }
    var names = new HashMap<String, String>();
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
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
    for (var step : steps) {
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
