package dev.retinue.mcp;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Where tasks are kept. What it has accepted it can find again, until the task's time is over. A
/// store that outlives the process has kept every change for good when it returns.
public interface TaskStore {
  /// Keeps a new task, or refuses with a `ToolException` if its caller has too many that have not
  /// ended.
  void insert(Task task);

  Optional<Task> find(String id);

  /// Changes a task that has not ended, in one step, and returns what it is now. A task that has
  /// ended stays as it is.
  Optional<Task> update(String id, UnaryOperator<Task> change);

  /// Those that have not ended, the oldest first.
  List<Task> open();
}
