package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.core.Agent;
import dev.retinue.runtime.cli.Programs;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/// `retinue agents`: which programs are here, and who works with them.
@Command(
    name = "agents",
    description =
        "Show which agent programs are installed, their versions, and the staff with their models.",
    synopsisSubcommandLabel = "[<command>]",
    footer = {
      "",
      "Looks at the PATH and the keys of this shell, and at the configuration. A daemon looks at its own, which are those "
          + "of the shell it was started from; the keys of whoever starts a run count before them.",
      "",
      "Agents can be written in files, YAML or Markdown, in the folder 'agents' of the data directory and in the folders of "
          + "the setting 'agents'; those in .retinue/agents and .claude/agents of a project may do less.",
      "",
      "  retinue agents",
      "  retinue agents list",
      "  retinue agents validate reviewer.yaml",
      "  retinue agents add reviewer.yaml",
      "  retinue agents --json | jq '.programs[] | select(.path == null) | .install'"
    })
final class AgentsCommand implements Callable<Integer> {
  private static final int NARROWEST = 10;
  private static final String MEMBER = "%-16s %-10s %s";
  private static final int NAME = 40;
  private static final int LINE = 200;

  private final Terminal terminal;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  AgentsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commands(Terminal terminal) {
    return new CommandLine(new AgentsCommand(terminal))
        .addSubcommand(new AgentsList(terminal))
        .addSubcommand(new AgentsShow(terminal))
        .addSubcommand(new AgentsValidate(terminal))
        .addSubcommand(new AgentsAdd(terminal))
        .addSubcommand(new AgentsSchema(terminal));
  }

  @Override
  public Integer call() throws InterruptedException {
    var programs = new Programs(System.getenv());
    var configuration = config.read(List.of(), System.getenv());
    var staff = AgentShelf.of(configuration, data.place(), programs).all();
    var found = new FoundPrograms(programs).all(staff);
    var minds =
        new Minds(configuration.settings().thinking(), System.getenv(), InstantSource.system());
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            var list = answer.putArray("programs");
            found.forEach(one -> describe(one, list.addObject()));
            var members = answer.putArray("staff");
            staff.forEach(agent -> describe(agent, minds, members.addObject()));
          });
      return ExitCode.OK;
    }
    var out = terminal.out();
    int width = found.stream().mapToInt(one -> name(one).length()).reduce(NARROWEST, Math::max);
    out.println(row(width, "PROGRAM", "VERSION", "WHERE"));
    found.forEach(one -> out.println(line(width, one)));
    out.println();
    out.println(MEMBER.formatted("STAFF", "RUNTIME", "WHAT FOR"));
    for (var agent : staff) {
      out.println(
          MEMBER
              .formatted(
                  agent.name(), agent.means().runtime(), Harmless.line(agent.description(), LINE))
              .stripTrailing());
      minds.line(agent).ifPresent(line -> out.println(MEMBER.formatted("", "", line)));
    }
    return ExitCode.OK;
  }

  private static String line(int width, FoundPrograms.Found one) {
    if (one.path() == null) {
      return row(width, name(one), "-", "not installed; install it with: " + one.install());
    }
    return row(
        width, name(one), one.version() == null ? "?" : one.version(), one.path().toString());
  }

  private static String name(FoundPrograms.Found one) {
    return Harmless.line(one.name(), NAME);
  }

  private static String row(int width, String name, String version, String where) {
    return "%s %-12s %s".formatted(name + " ".repeat(width - name.length()), version, where);
  }

  private static void describe(Agent agent, Minds minds, ObjectNode into) {
    into.put("name", agent.name());
    into.put("runtime", agent.means().runtime());
    into.put("description", agent.description());
    into.put("model", minds.model(agent).orElse(null));
    into.put("missing", minds.missing(agent).orElse(null));
  }

  private static void describe(FoundPrograms.Found one, ObjectNode into) {
    into.put("name", one.name());
    into.put("runtime", one.runtime());
    into.put("path", one.path() == null ? null : one.path().toString());
    into.put("version", one.version());
    into.put("install", one.install());
    var staff = into.putArray("staff");
    one.staff().forEach(staff::add);
  }
}
