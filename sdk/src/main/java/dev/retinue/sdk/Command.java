package dev.retinue.sdk;

import dev.retinue.sdk.Flags.Usual;
import java.util.ArrayList;
import java.util.List;

/// What the command line of an agent does, in this order: help, version, description; then what is
/// wrong with the flags; configuration, environment, setup, services; and at last the work, once or
/// as a server.
final class Command {
  private final Spec spec;
  private final World world;
  private final boolean ownsProcess;

  /// @param ownsProcess whether signals are for this agent
  Command(Spec spec, World world, boolean ownsProcess) {
    this.spec = spec;
    this.world = world;
    this.ownsProcess = ownsProcess;
  }

  int run(List<String> args) {
    var flags = FlagReader.read(spec, args);
    var voice = new Voice(spec.name(), world.err(), flags);
    try {
      return run(flags, voice);
    } catch (AgentException e) {
      voice.error(String.valueOf(e.getMessage()));
      voice.trace(e);
      return e.exitCode();
    }
  }

  private int run(Flags flags, Voice voice) {
    if (flags.has(Usual.HELP)) {
      return show(Help.text(spec));
    }
    if (flags.has(Usual.VERSION)) {
      return show("%s %s".formatted(spec.name(), spec.version()));
    }
    if (flags.has(Usual.DESCRIBE)) {
      return show(Describe.json(spec).toPrettyString());
    }
    if (Rehearsal.isOn()) {
      return Rehearsal.play(spec, world);
    }
    if (flags.has(Usual.SKILL)) {
      return new SkillFile(spec, world, flags).write();
    }
    refuse(flags);
    var configuration = Configuration.read(world, voice::warn);
    var house = Household.of(spec, world, flags, configuration, voice);
    voice.hide(house.mask());
    if (flags.has(Usual.SETUP)) {
      return new Setup(house, new Person(world, flags, voice), voice).run();
    }
    house.environment().requireAll(spec.name());
    if (flags.has(Usual.SERVICES_DOWN)) {
      return servicesDown(house, voice);
    }
    if (flags.has(Usual.MCP) && !spec.mcp()) {
      throw new AgentException(ExitCode.USAGE, "MCP mode is not supported by this agent");
    }
    house.lineage().require();
    return flags.has(Usual.MCP)
        ? new McpMode(house, voice, ownsProcess).serve()
        : new OneShot(house, voice, ownsProcess).run();
  }

  private static int servicesDown(Household house, Voice voice) {
    try {
      voice.progress(house.services().down());
      return 0;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private int show(String text) {
    world.out().println(text);
    world.out().flush();
    return 0;
  }

  /// All that is wrong, together. What a server does not use is not needed there.
  private void refuse(Flags flags) {
    boolean once =
        !flags.has(Usual.MCP) && !flags.has(Usual.SETUP) && !flags.has(Usual.SERVICES_DOWN);
    var problems = new ArrayList<>(flags.problems());
    if (once) {
      problems.addAll(flags.missing());
    }
    if (!problems.isEmpty()) {
      throw new AgentException(ExitCode.USAGE, String.join("\n", problems));
    }
  }
}
