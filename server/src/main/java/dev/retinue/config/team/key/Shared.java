package dev.retinue.config.team.key;

import dev.retinue.config.Shape;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Shortcut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a file has for several of its agents: toolsets and commands, each under its name.
///
/// @param toolsets those of `toolsets`
/// @param commands those of `commands`, in groups
public record Shared(
    Map<String, Toolsets.Written> toolsets, Map<String, Map<String, Placed<Shortcut>>> commands) {
  static final Shared NONE = new Shared(Map.of(), Map.of());

  /// All toolsets of an agent: its own first.
  public List<Toolsets.Written> toolsets(AgentKeys.Written agent, Mistakes mistakes) {
    var all = new ArrayList<>(agent.toolsets());
    for (var named : agent.uses().toolsets()) {
      find(toolsets, "toolset", "toolsets", named, mistakes).ifPresent(all::add);
    }
    return agent.uses().readOnly() ? reading(all, mistakes) : all;
  }

  private static List<Toolsets.Written> reading(List<Toolsets.Written> all, Mistakes mistakes) {
    var reading = new ArrayList<Toolsets.Written>();
    for (var it : all) {
      try {
        reading.add(ReadOnly.of(it));
      } catch (RetinueException e) {
        mistakes.add(it.at(), Shape.insideASentence(e));
      }
    }
    return reading;
  }

  /// All commands of an agent: where two have the same name, its own one counts.
  public Map<String, Placed<Shortcut>> commands(AgentKeys.Written agent, Mistakes mistakes) {
    var all = new LinkedHashMap<>(agent.commands());
    for (var named : agent.uses().commands()) {
      find(commands, "group of commands", "commands", named, mistakes)
          .ifPresent(group -> group.forEach(all::putIfAbsent));
    }
    return all;
  }

  private static <T> Optional<T> find(
      Map<String, T> all, String what, String section, Placed<String> named, Mistakes mistakes) {
    var found = all.get(named.value());
    if (found == null) {
      var meant =
          Nearest.to(Quoted.shortened(named.value()), all.keySet())
              .map("did you mean '%s'?"::formatted)
              .orElse("write it under '%s' of the file.".formatted(section));
      mistakes.add(
          named.at(), "there is no %s %s; %s".formatted(what, Quoted.of(named.value()), meant));
    }
    return Optional.ofNullable(found);
  }
}
