package dev.retinue.core.fleet;

import dev.retinue.core.Limit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tasks that wait until their agents are idle. They outlive the process.
public interface QueuedTasks {
  /// How many may wait for one agent.
  int MOST = Limit.QUEUED_TASKS.count();

  /// One that waits.
  ///
  /// @param id its own
  /// @param deployment where its agent is
  /// @param workspace the id of the workspace of the agent
  /// @param attempt the attempt to give it to the agent whose end is not known; null for none
  record Queued(
      String id,
      String deployment,
      String workspace,
      String task,
      Instant at,
      @Nullable Attempt attempt) {
    public Queued trying(@Nullable Attempt now) {
      return new Queued(id, deployment, workspace, task, at, now);
    }
  }

  /// An attempt that was begun.
  ///
  /// @param build of the workspace at that time
  /// @param said how often the agent had been told something before
  record Attempt(String build, int said, Instant at) {}

  /// Keeps it for good, before it returns; refused if too many wait already.
  void add(Queued queued);

  /// Keeps what has changed of one that still waits.
  void replace(Queued queued);

  void remove(Queued queued);

  /// Those of one agent, in their order.
  List<Queued> of(String workspace);

  /// Those of all agents of a deployment, those of each in their order.
  List<Queued> all(String deployment);
}
