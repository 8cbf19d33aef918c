package dev.retinue.config;

import dev.retinue.core.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The variables of the environment whose names begin with `RETINUE_`.
final class Variables {
  /// Those that are no settings: where things are, and what Retinue tells its own children.
  static final Set<String> OTHERS =
      Set.of(
          "RETINUE_CONFIG",
          "RETINUE_DATA",
          "RETINUE_HOME",
          "RETINUE_JVM_FOLDERS",
          "RETINUE_RUN",
          "RETINUE_TOKEN");

  private Variables() {}

  /// The settings that the environment gives. A variable that is empty counts as not set.
  static List<Given> given(Map<String, String> environment, List<Leaf> leaves) {
    var given = new ArrayList<Given>();
    for (var leaf : leaves) {
      var value = environment.getOrDefault(leaf.variable(), "");
      if (!value.isBlank()) {
        given.add(new Given(leaf.path(), leaf.variable(), value));
      }
    }
    return List.copyOf(given);
  }

  /// A sentence for every variable that looks like ours and means nothing.
  static List<String> unknown(Map<String, String> environment, List<Leaf> leaves) {
    var known = new TreeSet<>(OTHERS);
    leaves.forEach(leaf -> known.add(leaf.variable()));
    return new TreeMap<>(environment)
        .keySet().stream()
            .filter(name -> name.startsWith(Leaf.PREFIX) && !known.contains(name))
            .map(name -> sentence(name, known))
            .toList();
  }

  private static String sentence(String name, Set<String> known) {
    // Without what all of them have in common, which would make any two of them alike.
    var ends = known.stream().map(Variables::end).collect(Collectors.toCollection(TreeSet::new));
    var meant =
        Nearest.to(end(name), ends)
            .map(end -> " Did you mean %s%s?".formatted(Leaf.PREFIX, end))
            .orElse("");
    return "the variable %s means nothing to Retinue.%s".formatted(name, meant);
  }

  private static String end(String name) {
    return name.substring(Leaf.PREFIX.length());
  }
}
