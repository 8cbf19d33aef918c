package dev.retinue.toolset;

import dev.retinue.core.port.Grants;
import dev.retinue.mcp.Caller;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/// Which tools and prompts a caller is shown: those of the toolsets that he is granted, and what
/// belongs to none.
public final class GrantedTools implements BiPredicate<Caller, String> {
  private static final Set<String> SPAWNER = Set.of(Toolsets.SPAWNER);

  private final Grants grants;
  private final Map<String, Set<String>> homes = new HashMap<>();

  /// @param everybodys tools that belong to no toolset, and are there for everybody
  public GrantedTools(Grants grants, Collection<Toolset> toolsets, Set<String> everybodys) {
    this.grants = grants;
    everybodys.forEach(name -> homes.put(name, Set.of()));
    for (var toolset : toolsets) {
      for (var tool : toolset.tools()) {
        homes.computeIfAbsent(tool.info().name(), _ -> new HashSet<>()).add(toolset.name());
      }
    }
  }

  @Override
  public boolean test(Caller caller, String name) {
    if (!(caller instanceof Principal who)) {
      return true;
    }
    var grant = grants.of(who.caller().id());
    if (grant.toolsets().isEmpty()) {
      return true;
    }
    // What comes and goes is made of templates, which belong to the spawner.
    var toolsets = homes.getOrDefault(name, SPAWNER);
    return toolsets.isEmpty() || toolsets.stream().anyMatch(it -> Toolsets.granted(grant, it));
  }
}
