package dev.retinue.cli;

import dev.retinue.core.Confinement;
import dev.retinue.process.Enclosure;
import dev.retinue.process.OperatorCommands;
import dev.retinue.process.Spawn;
import dev.retinue.runtime.cli.confine.Confines;
import dev.retinue.runtime.cli.confine.Guest;
import java.nio.file.Path;
import java.util.List;

/// What is put around commands that are not programs of the staff: the tier of the run for which
/// they are at work, or the one for all.
record Walls(Confines confines) implements OperatorCommands.Walls {
  @Override
  public Enclosure around(Spawn spawn, Confinement confinement, Path own) {
    return around(spawn, confinement, own, List.of());
  }

  @Override
  public Enclosure around(Spawn spawn, Confinement confinement, Path own, List<Path> readable) {
    return confines
        .place(
            new Guest(
                spawn.run(),
                confinement,
                spawn.directory(),
                true,
                own,
                own.resolve("tmp"),
                Path.of(spawn.command().getFirst()),
                List.of(),
                spawn.environment(),
                readable,
                List.of(spawn.files().output(), spawn.files().errors())))
        .enclosure();
  }
}
