package dev.retinue.mcp.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Origin;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.rpc.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What a task has come to is not lost while the store has trouble.
final class TroubledTaskStoreTest {
  private final InstantSource clock = InstantSource.system();
  private final TaskStore real = new MemoryTaskStore(clock, 10);

  @Test
  void the_end_of_a_task_is_kept_as_soon_as_the_store_can() throws Exception {
    var tasks = new Tasks(new Full(real, 2), clock);
    var memory = new Origin.Memory(Map.of(), Map.of());
    var origin = new Origin("somebody", "tool", 1, Json.object(), Json.object(), memory);
    var task = Task.begin("task-1", origin, clock.instant(), Duration.ofHours(1));
    real.insert(task);
    var ended = new CompletableFuture<Task>();
    try (var _ = tasks.onChange(ended::complete)) {
      tasks.takeUp(task, Caller.named("somebody"), _ -> Json.object().put("answer", 42));

      assertThat(ended.get(30, TimeUnit.SECONDS).status()).isEqualTo(Task.Status.COMPLETED);
    }
  }

  /// Refuses the first of what it is to keep, as a full disk does.
  private record Full(TaskStore store, AtomicInteger refusals) implements TaskStore {
    Full(TaskStore store, int refusals) {
      this(store, new AtomicInteger(refusals));
    }

    @Override
    public Optional<Task> update(String id, UnaryOperator<Task> change) {
      if (refusals.getAndDecrement() > 0) {
        throw new IllegalStateException("The disk is full.");
      }
      return store.update(id, change);
    }

    @Override
    public void insert(Task task) {
      store.insert(task);
    }

    @Override
    public Optional<Task> find(String id) {
      return store.find(id);
    }

    @Override
    public List<Task> open() {
      return store.open();
    }
  }
}
