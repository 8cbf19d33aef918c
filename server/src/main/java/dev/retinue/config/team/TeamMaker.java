package dev.retinue.config.team;

import dev.retinue.config.team.key.AgentKeys;
import dev.retinue.config.team.key.CommandsKind;
import dev.retinue.config.team.key.Harness;
import dev.retinue.config.team.key.Names;
import dev.retinue.config.team.key.Placed;
import dev.retinue.config.team.key.Remark;
import dev.retinue.config.team.key.TeamKeys;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Permissions;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Craft.Origin;
import dev.retinue.core.craft.Craft.Shortcut;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.tool.ToolServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes members of the staff of what a file says.
final class TeamMaker {
  static final String RUNTIME = "llm";

  private static final String ROOT = "root";
  private static final Pattern EXECUTES = Pattern.compile("!`|\\$\\{env\\.");
  private static final Pattern ELSEWHERE = Pattern.compile(".*[/:@].*");

  private final TeamKeys.Written file;
  private final Origin origin;
  private final Mistakes mistakes;
  private final List<Remark> remarks;
  private final Landscape landscape;
  private final ModelChoice models;
  private final Servers servers;
  private final List<TeamFile.Outside> outside = new ArrayList<>();

  /// What agents are called on the staff, by what the file calls them.
  private final Map<String, String> names = new LinkedHashMap<>();

  /// @param remarks takes what is left out
  TeamMaker(
      TeamKeys.Written file,
      Origin origin,
      Landscape landscape,
      Mistakes mistakes,
      List<Remark> remarks) {
    this.file = file;
    this.origin = origin;
    this.mistakes = mistakes;
    this.remarks = remarks;
    this.landscape = landscape;
    this.models = new ModelChoice(file, landscape, origin.trusted(), mistakes);
    this.servers =
        new Servers(file.servers(), landscape.toolServers(), origin.trusted(), mistakes, remarks);
  }

  /// @param name what the first of them is called on the staff
  /// @param place how sentences name the file
  TeamFile make(String name, String place) {
    var first = first();
    name(name, first);
    var permissions = new Rulebook(mistakes, remarks).permissions(file.rules(), origin.trusted());
    var agents = new ArrayList<Agent>();
    agents.add(agent(first, permissions));
    file.agents().stream()
        .filter(it -> !it.name().equals(first.name()))
        .forEach(it -> agents.add(agent(it, permissions)));
    return new TeamFile(place, agents, remarks, outside);
  }

  private AgentKeys.Written first() {
    return file.agents().stream()
        .filter(it -> it.name().equals(ROOT))
        .findFirst()
        .orElse(file.agents().getFirst());
  }

  private void name(String name, AgentKeys.Written first) {
    names.put(first.name(), name);
    for (var agent : file.agents()) {
      if (agent.name().equals(first.name())) {
        continue;
      }
      var member = name + "." + Names.of(agent.name());
      if (names.containsValue(member)) {
        mistakes.add(
            agent.at(),
            "the agent %s would be '%s' on the staff, and there is one already; give it another name."
                .formatted(Quoted.of(agent.name()), member));
      }
      names.put(agent.name(), member);
    }
  }

  private Agent agent(AgentKeys.Written written, Permissions permissions) {
    var harness = written.harness();
    if (harness != null) {
      return atWork(written, harness, permissions);
    }
    var usual = Conduct.USUAL;
    var chosen = models.all(written.model());
    var mind = chosen.isEmpty() ? ModelChoice.Chosen.AUTO : chosen.getFirst();
    return new Agent(
        names.getOrDefault(written.name(), written.name()),
        description(written),
        new Agent.Means(RUNTIME, mind.name(), mind.effort(), mind.maxOutput()),
        written.instruction(),
        // What it may use is in its craft: no server of the operator's but those that it names.
        List.of(ToolServer.NONE),
        file.limits(),
        new Conduct(permissions, usual.confinement(), usual.vigilance(), null),
        craft(written, chosen, mind));
  }

  /// One whose work a program does. That has its own model and tools, and starts nobody.
  private Agent atWork(AgentKeys.Written written, Harness harness, Permissions permissions) {
    boolean more =
        written.model() != null
            || !written.toolsets().isEmpty()
            || !written.uses().toolsets().isEmpty()
            || !written.mates().members().isEmpty()
            || !written.mates().successors().isEmpty();
    if (more) {
      remarks.add(
          new Remark(
              written.at(),
              "models, toolsets and mates of agents '%s' are left out: the program of its 'harness' brings along its own."
                  .formatted(Quoted.shortened(written.name()))));
    }
    return ProgramAgent.agent(
        harness,
        names.getOrDefault(written.name(), written.name()),
        description(written),
        written.instruction(),
        landscape.programs().getOrDefault(harness.type(), landscape.single()),
        permissions,
        file.limits(),
        origin);
  }

  private String description(AgentKeys.Written written) {
    if (!written.description().isEmpty()) {
      return written.description();
    }
    boolean described = written.name().equals(first().name()) && !file.description().isEmpty();
    return described
        ? file.description()
        : "The agent '%s' of a file.".formatted(Quoted.shortened(written.name()));
  }

  private Craft craft(
      AgentKeys.Written written, List<ModelChoice.Chosen> chosen, ModelChoice.Chosen mind) {
    var standIns =
        Stream.concat(
                chosen.stream().skip(1),
                written.standIns().models().stream().flatMap(it -> models.all(it).stream()))
            .toList();
    var asked = Stream.concat(Stream.of(mind), standIns.stream()).toList();
    var fallback =
        new Thought.Fallback(
            standIns.stream().flatMap(it -> Stream.ofNullable(it.name())).distinct().toList(),
            written.standIns().retries(),
            written.standIns().cooldown(),
            manners(standIns));
    return new Craft(
        origin,
        written.greeting(),
        servers.kits(file.shared().toolsets(written, mistakes)),
        new Team(
            mates(written, written.mates().members()),
            mates(written, written.mates().successors())),
        written.background(),
        new Thought(
            mind.sampling(),
            ModelChoice.endpoints(asked),
            fallback,
            written.history(),
            written.turns(),
            ModelChoice.contexts(asked)),
        commands(written),
        hooks(written),
        written.outputSchema());
  }

  /// Who is named in the file without any settings thinks as the first model does.
  private static Map<String, Thought.Manner> manners(List<ModelChoice.Chosen> standIns) {
    var manners = new LinkedHashMap<String, Thought.Manner>();
    for (var it : standIns) {
      var manner = new Thought.Manner(it.sampling(), effort(it), it.maxOutput());
      if (it.name() != null && !manner.equals(Thought.Manner.USUAL)) {
        manners.putIfAbsent(it.name(), manner);
      }
    }
    return manners;
  }

  private static @Nullable String effort(ModelChoice.Chosen model) {
    return model.effort() == null ? null : model.effort().name();
  }

  private List<Team.Mate> mates(AgentKeys.Written written, List<Placed<String>> named) {
    var mates = new ArrayList<Team.Mate>();
    for (var it : named) {
      var mate = mate(written, it);
      if (mate != null && !mates.contains(mate)) {
        mates.add(mate);
      }
    }
    return mates;
  }

  private Team.@Nullable Mate mate(AgentKeys.Written written, Placed<String> named) {
    var own = names.get(named.value());
    if (own != null && !named.value().equals(written.name())) {
      return new Team.Mate(named.value(), own);
    }
    if (own != null) {
      mistakes.add(
          named.at(),
          "the agent %s works with itself; remove it.".formatted(Quoted.of(named.value())));
      return null;
    }
    if (ELSEWHERE.matcher(named.value()).matches()) {
      mistakes.add(
          named.at(),
          "%s is a reference to another place, and agents are not fetched; put its file beside this one, and write its name."
              .formatted(Quoted.of(named.value())));
      return null;
    }
    outside.add(new TeamFile.Outside(written.name(), named.value(), named.at()));
    return new Team.Mate(named.value(), named.value());
  }

  private Map<String, Shortcut> commands(AgentKeys.Written written) {
    var taken = new LinkedHashMap<String, Shortcut>();
    file.shared()
        .commands(written, mistakes)
        .forEach(
            (name, it) -> {
              if (it.value().instruction().equals(CommandsKind.NOTHING)) {
                remarks.add(
                    new Remark(
                        it.at(),
                        "the command '%s' is left out: 'agent' and 'url' are not supported."
                            .formatted(name)));
              } else if (origin.trusted() || !EXECUTES.matcher(it.value().instruction()).find()) {
                taken.put(name, it.value());
              } else {
                remarks.add(
                    new Remark(
                        it.at(),
                        "the command '%s' is left out: it runs something or reads variables, and this is the file of a project; put the file into a folder of the operator."
                            .formatted(name)));
              }
            });
    return taken;
  }

  private List<Hook> hooks(AgentKeys.Written written) {
    if (!origin.trusted() && !written.hooks().isEmpty()) {
      remarks.add(
          new Remark(
              written.hooks().getFirst().at(),
              "'hooks' are left out: this is the file of a project, and those must not run commands; put the file into a folder of the operator."));
      return List.of();
    }
    return written.hooks().stream().map(Placed::value).toList();
  }
}
