package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.config.team.FileStaff;
import dev.retinue.core.Agent;
import dev.retinue.core.port.Roster;
import dev.retinue.runtime.cli.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/// `retinue agents list`: the staff, and where each of them is written.
@Command(
    name = "list",
    description = "Show the staff, where each is written, and what is wrong with files of agents.",
    footer = {
      "",
      "At the top of a git work tree the agents of that project are shown too: those in '.retinue/agents' and "
          + "'.claude/agents'."
    })
final class AgentsList implements Callable<Integer> {
  private static final int NARROWEST = 16;
  private static final int LINE = 200;

  private final Terminal terminal;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  AgentsList(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var configuration = config.read(List.of(), System.getenv());
    var staff = staff(config, data);
    var listed = staff.listed();
    var minds =
        new Minds(configuration.settings().thinking(), System.getenv(), InstantSource.system());
    if (json.chosen()) {
      json.print(terminal, answer -> describe(listed, staff, minds, answer));
      return ExitCode.OK;
    }
    listed.troubles().forEach(it -> say("left out: ", it));
    listed.warnings().forEach(it -> say("", it));
    var names = listed.agents().keySet();
    int width = names.stream().mapToInt(String::length).reduce(NARROWEST, Math::max);
    for (var agent : listed.agents().values()) {
      show(agent, staff, minds, width);
      terminal.out().println(" ".repeat(width) + "  from: " + place(agent, configuration.staff()));
    }
    return ExitCode.OK;
  }

  /// The staff as a daemon of this data directory and configuration has it for who speaks from
  /// here.
  static FileStaff staff(ConfigOption config, DataOption data) {
    var configuration = config.read(List.of(), System.getenv());
    var staff = AgentShelf.of(configuration, data.place(), new Programs(System.getenv()));
    var here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve(".git")) ? staff.in(here) : staff;
  }

  private void show(Agent agent, FileStaff staff, Minds minds, int width) {
    var out = terminal.out();
    var name = agent.name() + " ".repeat(width - agent.name().length());
    var indent = " ".repeat(width) + "  ";
    out.println(name + "  " + Harmless.line(agent.description(), LINE));
    minds.model(agent).ifPresent(it -> out.println(indent + "model: " + Harmless.line(it, LINE)));
    minds
        .lacks(agent, staff)
        .ifPresent(it -> out.println(indent + "needs: " + Harmless.line(it, LINE)));
  }

  private static String place(Agent agent, Roster configured) {
    var origin = agent.craft().origin();
    if (origin.file().isEmpty()) {
      return configured.find(agent.name()).isPresent() ? "the configuration" : "Retinue itself";
    }
    var file = Harmless.line(origin.file(), LINE);
    return origin.trusted() ? file : file + " (of the project)";
  }

  private void say(String what, String sentence) {
    terminal.err().println("retinue: " + what + Harmless.text(sentence));
  }

  private static void describe(
      FileStaff.Listed listed, FileStaff staff, Minds minds, ObjectNode answer) {
    var agents = answer.putArray("agents");
    for (var agent : listed.agents().values()) {
      var origin = agent.craft().origin();
      agents
          .addObject()
          .put("name", agent.name())
          .put("description", agent.description())
          .put("runtime", agent.means().runtime())
          .put("model", minds.model(agent).orElse(null))
          .put("missing", minds.lacks(agent, staff).orElse(null))
          .put("file", origin.file().isEmpty() ? null : origin.file())
          .put("trusted", origin.trusted());
    }
    var troubles = answer.putArray("troubles");
    listed.troubles().forEach(troubles::add);
    var warnings = answer.putArray("warnings");
    listed.warnings().forEach(warnings::add);
  }
}
