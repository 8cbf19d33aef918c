package dev.retinue.toolset.sessions;

import dev.retinue.core.Agent;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team.Mate;
import dev.retinue.core.port.Roster;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.mcp.model.ToolInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What may be assumed of an agent before it is asked, from the tools that it has itself and
/// through its team: it reads only if all of them do, and destroys nothing only if none does.
final class AgentHints {
  /// Agents whose tools we give them; what others have is theirs to know.
  private static final String LLM = "llm";

  private static final Hints READS = new Hints(true, true, false, false);
  private static final Hints REACHES_OUT = new Hints(true, true, false, true);
  private static final Hints ADDS = new Hints(false, true, false, false);
  private static final Hints REPLACES = new Hints(false, true, true, false);
  private static final Hints CHANGES = new Hints(false, false, true, false);
  private static final Hints ANYTHING = new Hints(false, false, true, true);

  private static final Map<Kit.Kind, Map<String, Hints>> KNOWN =
      Map.of(
          Kit.Kind.FILESYSTEM,
          Map.of(
              "read_file", READS,
              "read_multiple_files", READS,
              "list_directory", READS,
              "directory_tree", READS,
              "search_files_content", READS,
              "write_file", REPLACES,
              "edit_file", CHANGES,
              "create_directory", ADDS,
              "remove_directory", CHANGES),
          Kit.Kind.FETCH,
          Map.of("fetch", REACHES_OUT),
          Kit.Kind.THINK,
          Map.of("think", READS),
          Kit.Kind.USER_PROMPT,
          Map.of("user_prompt", READS),
          // A list of things to do is gone with the run.
          Kit.Kind.TODO,
          Map.of(
              "create_todo", READS,
              "create_todos", READS,
              "update_todos", READS,
              "list_todos", READS),
          Kit.Kind.MEMORY,
          Map.of(
              "add_memory", ADDS,
              "get_memories", READS,
              "search_memories", READS,
              "update_memory", REPLACES,
              "delete_memory", CHANGES));

  private record Hints(
      boolean readOnly, boolean idempotent, boolean destructive, boolean openWorld) {
    static final Hints NOTHING = new Hints(true, true, false, false);

    Hints and(Hints other) {
      return new Hints(
          readOnly && other.readOnly,
          idempotent && other.idempotent,
          destructive || other.destructive,
          openWorld || other.openWorld);
    }
  }

  private final Roster roster;

  AgentHints(Roster roster) {
    this.roster = roster;
  }

  ToolInfo.Annotations of(Agent agent) {
    var hints = of(agent, new HashSet<>());
    return new ToolInfo.Annotations(
        null, hints.readOnly, hints.destructive, hints.idempotent, hints.openWorld);
  }

  private Hints of(Agent agent, Set<String> seen) {
    if (!seen.add(agent.name())) {
      return Hints.NOTHING; // It is counted already.
    }
    var craft = agent.craft();
    boolean known =
        agent.means().runtime().equals(LLM)
            && craft.hooks().isEmpty()
            && (!craft.kits().isEmpty() || hasNoTools(agent));
    if (!known) {
      return ANYTHING;
    }
    var own = craft.kits().stream().map(AgentHints::of);
    var team =
        Stream.of(craft.team().members(), craft.team().successors())
            .flatMap(List::stream)
            .map(mate -> of(mate, seen));
    return Stream.concat(own, team).reduce(Hints.NOTHING, Hints::and);
  }

  /// One of the configuration that names no servers has all of them, whatever they can do.
  private static boolean hasNoTools(Agent agent) {
    return agent.tools().equals(List.of(ToolServer.NONE))
        || (agent.tools().isEmpty() && !agent.isGeneral());
  }

  private Hints of(Mate mate, Set<String> seen) {
    return roster.find(mate.agent()).map(agent -> of(agent, seen)).orElse(ANYTHING);
  }

  private static Hints of(Kit kit) {
    if (kit.kind() == Kit.Kind.BACKGROUND_AGENTS) {
      return Hints.NOTHING; // Those who work are of its team.
    }
    var tools = KNOWN.getOrDefault(kit.kind(), Map.of("", ANYTHING));
    return tools.entrySet().stream()
        .filter(it -> it.getKey().isEmpty() || isMeant(kit, it.getKey()))
        .map(Map.Entry::getValue)
        .reduce(Hints.NOTHING, Hints::and);
  }

  private static boolean isMeant(Kit kit, String tool) {
    return kit.tools().isEmpty() || kit.tools().contains(tool);
  }
}
