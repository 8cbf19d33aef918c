package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Lack;
import dev.retinue.core.port.Roster;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether an agent of a file, and all with whom it works, have what their models need. Whoever has
/// to set three keys wants to hear of three, and before anything has begun.
public final class Readiness {
  private static final int MOST = 100;

  private final Roster roster;
  private final BiFunction<Agent, Map<String, String>, List<Lack>> single;

  /// @param roster where those are found with whom it works
  /// @param single what one of them lacks that has these keys
  public Readiness(Roster roster, BiFunction<Agent, Map<String, String>, List<Lack>> single) {
    this.roster = roster;
    this.single = single;
  }

  /// Refuses with all that is missing.
  ///
  /// @param keys that are lent to it
  public void require(Agent agent, Map<String, String> keys) {
    var lacks = agent.isGeneral() ? Map.<Lack, Set<String>>of() : lacks(agent, keys);
    if (!lacks.isEmpty()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "Agent '%s' cannot begin: it needs %s. %s"
              .formatted(agent.name(), words(lacks), remedies(lacks)));
    }
  }

  /// What is missing, and who needs it.
  public Map<Lack, Set<String>> lacks(Agent agent, Map<String, String> keys) {
    var lacks = new LinkedHashMap<Lack, Set<String>>();
    var seen = new LinkedHashSet<String>(Set.of(agent.name()));
    var next = new ArrayDeque<Agent>(List.of(agent));
    while (!next.isEmpty()) {
      var one = next.remove();
      single
          .apply(one, keys)
          .forEach(it -> lacks.computeIfAbsent(it, _ -> new LinkedHashSet<>()).add(one.name()));
      mates(one)
          .filter(it -> seen.size() < MOST && seen.add(it))
          .forEach(it -> roster.find(it).ifPresent(next::add));
    }
    return lacks;
  }

  private static Stream<String> mates(Agent agent) {
    var team = agent.craft().team();
    return Stream.concat(team.members().stream(), team.successors().stream())
        .map(mate -> mate.agent());
  }

  private static String remedies(Map<Lack, Set<String>> lacks) {
    return lacks.keySet().stream().map(Lack::remedy).distinct().collect(Collectors.joining(" "));
  }

  /// For people.
  public static String words(Map<Lack, Set<String>> lacks) {
    return lacks.entrySet().stream()
        .map(
            it ->
                "%s for %s (%s)"
                    .formatted(
                        it.getKey().need(),
                        it.getKey().purpose(),
                        String.join(", ", it.getValue())))
        .collect(Collectors.joining(", "));
  }
}
