package dev.retinue.core.port;

import dev.retinue.core.CallTask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Where calls are kept that became tasks. What was accepted survives everything.
public interface CallTasks {
  /// Durable when it returns. Refuses if the caller has too many, or all callers together have.
  void insert(CallTask task, int mostOfCaller);

  /// How many have not ended, by caller.
  Map<String, Long> openByCaller();

  /// The same of all callers.
  default long openOnes() {
    return openByCaller().values().stream().mapToLong(Long::longValue).sum();
  }

  Optional<CallTask> find(String id);

  /// Changes a task in one step and returns what it is now; one that has ended stays as it is.
  Optional<CallTask> update(String id, UnaryOperator<CallTask> change);

  /// Those that have not ended, the oldest first.
  List<CallTask> open();

  /// Removes those whose time is over.
  int removeOver(Instant now);
}
