package dev.retinue.runtime.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.process.Supervisor;
import dev.retinue.process.git.Git;
import dev.retinue.runtime.cli.confine.Confines;
import dev.retinue.runtime.cli.isolation.Clones;
import java.nio.file.Path;

/// Where programs are put.
public record Premises(Confines confines, Clones clones) {
  /// As it is where nobody has decided anything.
  ///
  /// @param processes where the folders of runs are; clones are beside it
  static Premises usual(Supervisor supervisor, Programs programs, Path processes) {
    var git = new Git(programs.environment(), processes.resolveSibling("git"));
    return new Premises(
        Confines.usual(supervisor), new Clones(processes.resolveSibling("clones"), git));
  }

  /// Trust is for the folder that the operator named, and not for what an agent makes of a clone.
  Profile.Setting setting(Agent agent, Path directory, Isolation isolation) {
    return new Profile.Setting(
        confines.tier(agent.conduct().confinement()),
        isolation == Isolation.NONE && confines.trusts(directory));
  }
}
