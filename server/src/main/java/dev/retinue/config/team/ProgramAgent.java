package dev.retinue.config.team;

import dev.retinue.config.team.key.Harness;
import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Permissions;
import dev.retinue.core.craft.Craft;
import java.util.stream.Stream;

/// One of a file whose work a program does.
final class ProgramAgent {
  private ProgramAgent() {}

  /// The agent, kept as the program is that comes along; rules of the file only narrow that.
  static Agent agent(
      Harness harness,
      String name,
      String description,
      String instruction,
      Landscape.Single program,
      Permissions rules,
      Agent.Limits limits,
      Craft.Origin origin) {
    var usual = program.permissions();
    var permissions =
        new Permissions(
            usual.allow(),
            Stream.concat(usual.ask().stream(), rules.ask().stream()).toList(),
            Stream.concat(usual.deny().stream(), rules.deny().stream()).toList(),
            usual.otherwise(),
            usual.deadline(),
            usual.retinue());
    var kept = Conduct.USUAL;
    var none = Craft.NONE;
    return new Agent(
        name,
        description,
        new Agent.Means(program.runtime(), harness.model()),
        instruction,
        program.tools(),
        limits,
        new Conduct(permissions, kept.confinement(), kept.vigilance(), null),
        new Craft(
            origin,
            none.greeting(),
            none.kits(),
            none.team(),
            none.background(),
            none.thought(),
            none.commands(),
            none.hooks(),
            none.outputSchema()));
  }
}
