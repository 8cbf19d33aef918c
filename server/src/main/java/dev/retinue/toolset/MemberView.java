package dev.retinue.toolset;

import dev.retinue.core.Agent;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.mcp.schema.Description;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// All that is shown of a member of the staff: never what may be a secret.
public record MemberView(
    String name,
    String description,
    String runtime,
    @Nullable String model,
    @Description("Which models stand in for it.") List<String> standIns,
    String instructions,
    @Description("What it may use, as the configuration names it.") List<String> tools,
    @Description("What it may use, as its file names it.") List<Toolset> toolsets,
    @Description("Whom it gives tasks to.") List<Mate> members,
    @Description("Whom it hands conversations to.") List<Mate> handoffs,
    @Description("Pieces of work that it knows by a name.") List<String> commands,
    Rules permissions,
    @Description("Where it is written; null if that is the configuration.") @Nullable String file,
    @Description("Whether the operator answers for it.") boolean trusted,
    @Description("Another definition has another one.") String digest) {
  /// A toolset of a file.
  public record Toolset(
      String type,
      @Description("Which of them; none means all.") List<String> tools,
      @Description("The MCP server, if it is one.") @Nullable String server) {}

  /// Somebody with whom it works.
  public record Mate(String name, @Description("What the staff calls it.") String agent) {}

  /// Its rules about tools.
  public record Rules(List<String> allow, List<String> ask, List<String> deny) {}

  /// What is shown of this one.
  ///
  /// @param placed whether it is shown where it is written
  public static MemberView of(Agent agent, boolean placed) {
    var craft = agent.craft();
    var rules = agent.conduct().permissions();
    var file = craft.origin().file();
    return new MemberView(
        agent.name(),
        agent.description(),
        agent.means().runtime(),
        agent.means().model(),
        craft.thought().fallback().models(),
        agent.instructions(),
        agent.isGeneral() || craft.kits().isEmpty() ? agent.tools() : List.of(),
        craft.kits().stream().map(MemberView::toolset).toList(),
        mates(craft.team().members()),
        mates(craft.team().successors()),
        new ArrayList<>(craft.commands().keySet()),
        new Rules(rules.allow(), rules.ask(), rules.deny()),
        placed && !file.isEmpty() ? file : null,
        craft.origin().trusted(),
        agent.digest());
  }

  private static Toolset toolset(Kit kit) {
    var server = kit.setup().server();
    return new Toolset(
        kit.kind().name().toLowerCase(Locale.ROOT),
        kit.tools(),
        server == null ? null : server.name());
  }

  private static List<Mate> mates(List<Team.Mate> mates) {
    return mates.stream().map(it -> new Mate(it.name(), it.agent())).toList();
  }
}
