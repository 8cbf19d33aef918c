package dev.retinue.runtime.cli.tools;

import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// How the tools of agents are called by one program. What it has no name for, the agent does not
/// get.
///
/// @param own what the program calls each ability
/// @param others names of its own that stand for no ability
public record ToolMap(String program, Map<Ability, List<String>> own, Set<String> others) {
  public ToolMap {
    own = Map.copyOf(own);
    others = Set.copyOf(others);
  }

  /// What became of a list of tools.
  ///
  /// @param names in the words of the program, in the order of their names
  public record Mapped(Set<String> names, List<String> warnings) {}

  /// Of tools that are to be used without limits. One that has a limit is left out, because it
  /// would lose it.
  public Mapped map(List<String> tools) {
    var names = new TreeSet<String>();
    var warnings = new ArrayList<String>();
    for (var text : tools) {
      var tool = NamedTool.of(text);
      if (tool.only() != null) {
        warnings.add(
            "%s cannot keep the limit of '%s', so it does not get this tool."
                .formatted(program, text));
      } else if (find(tool.name()).isEmpty()) {
        warnings.add(unknown(text));
      } else {
        names.addAll(find(tool.name()));
      }
    }
    return new Mapped(names, List.copyOf(warnings));
  }

  public String unknown(String tool) {
    return "%s has no tool '%s' that Retinue knows, so it does not get it."
        .formatted(program, tool);
  }

  /// What the program calls it; nothing if it has none such.
  public List<String> find(String name) {
    boolean itsOwn =
        others.contains(name) || own.values().stream().anyMatch(names -> names.contains(name));
    return itsOwn
        ? List.of(name)
        : Ability.of(name).map(it -> own.getOrDefault(it, List.of())).orElse(List.of());
  }
}
