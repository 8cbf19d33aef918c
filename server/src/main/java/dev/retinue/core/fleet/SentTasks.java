package dev.retinue.core.fleet;

import java.time.Instant;
import java.util.List;

/// Our own record of what agents were told: elsewhere it is forgotten with the next restart.
public interface SentTasks {
  /// What an agent was told.
  ///
  /// @param workspace the id of the workspace of the agent
  record Sent(String workspace, String task, Instant at) {}

  /// Keeps it for good, before it returns.
  void add(Sent sent);

  /// What an agent was told, oldest first; only the latest of very many.
  List<Sent> of(String workspace);
}
