package dev.retinue.core.port;

import dev.retinue.core.Run;

/// Where runs are carried out.
public interface AgentRuntime {
  /// The name by which agents choose it.
  String name();

  /// Does the work and returns when nothing of it is left. Whatever happens is told to the work; a
  /// return without an ending is a failure, and so is an exception.
  void carryOut(Work work) throws InterruptedException;

  /// Whether a run that was interrupted can be carried on from where it was, by `carryOut`.
  boolean canResume(Run run);
}
