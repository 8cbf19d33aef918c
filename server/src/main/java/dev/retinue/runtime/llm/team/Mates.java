package dev.retinue.runtime.llm.team;

import dev.retinue.core.Agent;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.craft.Team.Mate;
import dev.retinue.core.port.Company;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Some of those with whom an agent works, by the names that its model knows.
record Mates(List<Mate> all) {
  private static final int LONGEST_DESCRIPTION = 300;

  Mates {
    all = List.copyOf(all);
  }

  Optional<Mate> find(String name) {
    var wanted = name.strip();
    return all.stream()
        .filter(it -> it.name().equalsIgnoreCase(wanted) || it.agent().equals(wanted))
        .findFirst();
  }

  /// What to say of a name that is none of theirs.
  ///
  /// @param what they are
  String unknown(String name, String what) {
    var names = all.stream().map(Mate::name).toList();
    var meant = Nearest.to(name, names).map(" Did you mean '%s'?"::formatted).orElse("");
    return "'%s' is not among %s. These are: %s.%s"
        .formatted(Excerpt.of(name), what, String.join(", ", names), meant);
  }

  /// A line about each, as its model reads it.
  String list(Company company) {
    return all.stream().map(it -> line(it, company)).collect(Collectors.joining("\n"));
  }

  private static String line(Mate mate, Company company) {
    var about =
        company
            .find(mate.agent())
            .map(Agent::description)
            .map(it -> Excerpt.of(it.strip(), LONGEST_DESCRIPTION))
            .filter(it -> !it.isBlank());
    return "- " + mate.name() + about.map(it -> ": " + it).orElse("");
  }
}
