package dev.retinue.runtime.cli.claude;

import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How the tools of an agent are said to claude: those that its model is shown, and those that it
/// may use without asking. It drops a name that it does not know without a word.
///
/// @param offered by their names alone
/// @param allowed with their limits
/// @param never what stays off
record ClaudeTools(
    Set<String> offered, List<String> allowed, List<String> never, List<String> warnings) {
  /// Its own sub-agents would be outside of our lineage and budgets; its questions would be taken
  /// for permissions.
  private static final List<String> OFF = List.of("Task", "Agent", "AskUserQuestion");

  private static final Map<Ability, List<String>> OWN =
      Map.of(
          Ability.READ, List.of("Read"),
          Ability.SEARCH, List.of("Glob", "Grep"),
          Ability.EDIT, List.of("Edit", "Write", "NotebookEdit"),
          Ability.SHELL, List.of("Bash"),
          Ability.WEB, List.of("WebFetch", "WebSearch"));

  private static final Set<String> OTHERS =
      Set.of(
          "Agent",
          "Monitor",
          "SendMessage",
          "Skill",
          "Task",
          "TaskStop",
          "TodoWrite",
          "ToolSearch");

  private static final String OF_SERVERS = "mcp__";

  static ClaudeTools of(List<String> tools) {
    var offered = new LinkedHashSet<String>();
    var allowed = new ArrayList<String>();
    var warnings = new ArrayList<String>();
    for (var text : tools) {
      var tool = NamedTool.of(text);
      for (var name : names(tool.name())) {
        if (!name.startsWith(OF_SERVERS)) {
          offered.add(name);
        }
        allowed.add(tool.only() == null ? name : name + "(" + tool.only() + ")");
      }
      if (!isKnown(tool.name())) {
        warnings.add(
            "claude has no tool '%s' that Retinue knows; if it has none, it says nothing about it."
                .formatted(text));
      }
    }
    return new ClaudeTools(
        offered,
        List.copyOf(allowed),
        OFF.stream().filter(name -> !offered.contains(name)).toList(),
        List.copyOf(warnings));
  }

  /// A word in lower case stands for an ability; every other one is its own name for a tool.
  private static List<String> names(String name) {
    return Ability.of(name)
        .filter(it -> it.word().equals(name))
        .map(OWN::get)
        .orElse(List.of(name));
  }

  private static boolean isKnown(String name) {
    return name.startsWith(OF_SERVERS)
        || OTHERS.contains(name)
        || Ability.of(name).filter(it -> it.word().equals(name)).isPresent()
        || OWN.values().stream().anyMatch(own -> own.contains(name));
  }
}
