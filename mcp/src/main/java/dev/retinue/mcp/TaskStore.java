package dev.retinue.mcp;

import java.util.Optional;
import java.util.function.UnaryOperator;

/// Where tasks are kept. What it has accepted it can find again, until the task's time is over.
public interface TaskStore {
  /// Keeps a new task, or refuses with a `ToolException` if there are too many.
  void insert(Task task);

  Optional<Task> find(String id);

  /// Changes a task that has not ended, in one step, and returns what it is now. A task that has
  /// ended stays as it is.
  Optional<Task> update(String id, UnaryOperator<Task> change);
}
