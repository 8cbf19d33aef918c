package dev.retinue.mcp;

import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// Tasks that live as long as the process.
public final class MemoryTaskStore implements TaskStore {
  private final Map<String, Task> tasks = new ConcurrentHashMap<>();
  private final InstantSource clock;
  private final int most;
  private final int mostOfCaller;

  public MemoryTaskStore(InstantSource clock, int most) {
    this(clock, most, most);
  }

  /// @param most of all callers together, those that have ended among them
  /// @param mostOfCaller of one caller, of those that have not ended
  public MemoryTaskStore(InstantSource clock, int most, int mostOfCaller) {
    this.clock = clock;
    this.most = most;
    this.mostOfCaller = mostOfCaller;
  }

  @Override
  public synchronized void insert(Task task) {
    if (tasks.size() >= most) {
      tasks.values().removeIf(this::isOver);
    }
    if (tasks.size() >= most || openOf(task.callerId()) >= mostOfCaller) {
      throw new ToolException("There are too many tasks; try again when some have ended.");
    }
    tasks.put(task.id(), task);
  }

  private long openOf(String callerId) {
    return tasks.values().stream()
        .filter(task -> !task.ended() && task.callerId().equals(callerId))
        .count();
  }

  @Override
  public Optional<Task> find(String id) {
    return Optional.ofNullable(tasks.get(id)).filter(task -> !isOver(task));
  }

  @Override
  public Optional<Task> update(String id, UnaryOperator<Task> change) {
    return Optional.ofNullable(
        tasks.computeIfPresent(id, (_, task) -> task.ended() ? task : change.apply(task)));
  }

  @Override
  public List<Task> open() {
    return tasks.values().stream()
        .filter(task -> !task.ended())
        .sorted(Comparator.comparing(Task::createdAt).thenComparing(Task::id))
        .toList();
  }

  private boolean isOver(Task task) {
    return task.isOver(clock.instant());
  }
}
