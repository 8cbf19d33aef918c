package dev.retinue.runtime.cli.codex;

import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// How the tools of an agent are said to codex, which has no list of them: by its sandbox, and by
/// what can be switched off.
///
/// @param sandbox what its commands may do
/// @param options what is switched off or on
record CodexTools(String sandbox, List<String> options, List<String> warnings) {
  private static final String WRITES = "workspace-write";
  static final String READS = "read-only";

  static CodexTools of(List<String> tools) {
    if (tools.isEmpty()) {
      return new CodexTools(WRITES, List.of(), List.of());
    }
    var warnings = new ArrayList<String>();
    var abilities = abilities(tools, warnings);
    boolean writes = abilities.contains(Ability.EDIT) || abilities.contains(Ability.SHELL);
    boolean commands =
        writes || abilities.contains(Ability.READ) || abilities.contains(Ability.SEARCH);
    if (commands && !abilities.contains(Ability.SHELL)) {
      warnings.add(
          "codex reads and writes with its shell, so it may also run commands, in its sandbox '%s'."
              .formatted(writes ? WRITES : READS));
    }
    var options = new ArrayList<String>();
    if (!commands) {
      options.addAll(List.of("--disable", "shell_tool"));
    }
    options.addAll(
        List.of(
            "-c",
            "web_search=\"%s\"".formatted(abilities.contains(Ability.WEB) ? "live" : "disabled")));
    return new CodexTools(writes ? WRITES : READS, List.copyOf(options), List.copyOf(warnings));
  }

  private static Set<Ability> abilities(List<String> tools, List<String> warnings) {
    var abilities = EnumSet.noneOf(Ability.class);
    for (var text : tools) {
      var tool = NamedTool.of(text);
      var ability = Ability.of(tool.name());
      if (tool.only() != null) {
        warnings.add(
            "codex cannot keep the limit of '%s', so it does not get this tool.".formatted(text));
      } else if (ability.isEmpty()) {
        warnings.add("codex has no tool '%s' that Retinue knows.".formatted(text));
      } else {
        abilities.add(ability.get());
      }
    }
    return abilities;
  }
}
