package dev.retinue.mcp;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// Tasks that live as long as the process.
public final class MemoryTaskStore implements TaskStore {
  private final Map<String, Task> tasks = new ConcurrentHashMap<>();
  private final InstantSource clock;
  private final int most;

  public MemoryTaskStore(InstantSource clock, int most) {
    this.clock = clock;
    this.most = most;
  }

  @Override
  public void insert(Task task) {
    if (tasks.size() >= most) {
      tasks.values().removeIf(this::isOver);
    }
    if (tasks.size() >= most) {
      throw new ToolException("There are too many tasks; try again when some have ended.");
    }
    tasks.put(task.id(), task);
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

  private boolean isOver(Task task) {
    return task.ended() && task.createdAt().plus(task.ttl()).isBefore(clock.instant());
  }
}
