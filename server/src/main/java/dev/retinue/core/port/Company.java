package dev.retinue.core.port;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.List;
import java.util.Optional;

/// The others on the staff, as a run at work sees them.
public interface Company {
  /// The member by that name, as it is now.
  Optional<Agent> find(String name);

  /// What earlier turns of the same conversation have begun in the background, the oldest first;
  /// nothing where this is no turn. It can be looked at and stopped as if it were below this run.
  List<RunId> leftBehind();

  /// A run below this one, as it is now.
  ///
  /// @throws dev.retinue.core.RetinueException if there is none
  Run look(RunId below);

  /// Stops a run below this one, and everything below that; one that has ended stays as it is.
  Run stop(RunId below, String why);

  /// The beginning of what a run below this one delivered, as text; empty if that is nothing.
  String result(Run below, int longest);

  /// Lets another member speak from now on: it is the agent of this run when this returns, also for
  /// whoever takes up the run again, and the rules of those who spoke before hold for it.
  ///
  /// @throws dev.retinue.core.RetinueException if there is nobody by that name, or one who works
  ///   elsewhere
  void handOver(String agent);
}
