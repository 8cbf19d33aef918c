package dev.retinue.cli;

import dev.retinue.config.team.Landscape;
import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Permissions;
import dev.retinue.core.port.Roster;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.scripted.DemoStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Who works where the configuration names nobody: one who thinks in this process, the programs
/// that are installed, and three who play scripts.
final class UsualStaff implements Roster {
  /// What somebody's own tools would execute later.
  private static final List<String> EXECUTES =
      List.of(".git/**", ".claude/**", ".mcp.json", ".vscode/**", ".idea/**", ".envrc");

  /// It may change what is in its working directory. Whatever it wants to run, it asks: even a git
  /// that only shows something does what the settings of a repository say.
  private static final Agent CLAUDE =
      agent(
          "claude",
          "Claude Code: reads, searches and edits in its working directory, and asks before it runs commands.",
          List.of("read", "search", "Edit(**)", "Write(**)", "shell"),
          new Permissions(List.of(), List.of("Bash"), changes(EXECUTES)));

  /// Its own sandbox keeps what it does inside of its working directory.
  private static final Agent CODEX =
      agent(
          "codex",
          "Codex: reads, edits and runs commands, in a sandbox that lets it write in its working directory only.",
          List.of("read", "search", "edit", "shell"),
          Permissions.NONE);

  /// On the staff even where no key is: a caller may lend one. Which model that makes, the keys
  /// say.
  private static final Agent ASSISTANT =
      new Agent(
          "assistant",
          "Thinks in this process with the model whose key is there: answers, plans, writes, and uses the tools it is given.",
          new Agent.Means(LlmRuntime.NAME, null),
          """
          Do what the contract asks, and no more. Use your tools to find out what you do not know; say so where you could not.
          Put the whole result into the payload, and two or three sentences for a busy reader into the summary.""",
          List.of(),
          Agent.Limits.NONE);

  private static List<String> changes(List<String> files) {
    return files.stream()
        .flatMap(file -> Stream.of("Edit(%s)".formatted(file), "Write(%s)".formatted(file)))
        .toList();
  }

  /// Agents of Markdown files are written for Claude Code, and are kept as it is.
  static Landscape.Single single() {
    return kept(CLAUDE);
  }

  /// By the names that docker agent has for them.
  static Map<String, Landscape.Single> programs() {
    return Map.of("claude-code", kept(CLAUDE), "codex", kept(CODEX));
  }

  private static Landscape.Single kept(Agent agent) {
    return new Landscape.Single(agent.name(), agent.tools(), agent.conduct().permissions());
  }

  private final List<Agent> all;

  private UsualStaff(List<Agent> all) {
    this.all = List.copyOf(all);
  }

  static UsualStaff of(Programs programs) {
    var all = new ArrayList<Agent>();
    all.add(ASSISTANT);
    for (var agent : List.of(CLAUDE, CODEX)) {
      if (Workshop.profile(agent.means().runtime()).flatMap(programs::find).isPresent()) {
        all.add(agent);
      }
    }
    all.addAll(new DemoStaff().all());
    return new UsualStaff(all);
  }

  /// The staff of a configuration that may name nobody.
  static Roster of(Roster configured, boolean hirePrograms, Programs programs) {
    if (!configured.all().isEmpty()) {
      return configured;
    }
    return hirePrograms ? of(programs) : new DemoStaff();
  }

  /// Whether it is one of those who only play: whoever has an agent of that name means that one.
  static boolean isToWatch(Agent agent) {
    return agent.means().runtime().equals(ScriptedRuntime.NAME)
        && new DemoStaff().all().contains(agent);
  }

  @Override
  public List<Agent> all() {
    return all;
  }

  private static Agent agent(
      String name, String description, List<String> tools, Permissions permissions) {
    var usual = Conduct.USUAL;
    return new Agent(
        name,
        description,
        new Agent.Means(name, null),
        "",
        tools,
        Agent.Limits.NONE,
        new Conduct(permissions, usual.confinement(), usual.vigilance(), null));
  }
}
