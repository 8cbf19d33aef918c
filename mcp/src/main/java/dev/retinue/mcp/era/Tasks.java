package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// The tasks extension: calls that go on after their answer, each on a thread of its own.
final class Tasks {
  private static final Duration TTL = Duration.ofHours(1);

  private final TaskStore store;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, TaskCall> running = new ConcurrentHashMap<>();
  private final List<Consumer<Task>> listeners = new CopyOnWriteArrayList<>();

  Tasks(TaskStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// What a task does, until it has a result.
  interface Work {
    ObjectNode run(TaskCall call) throws Exception;
  }

  /// Keeps the task, starts its work and returns what the client is told.
  Task begin(CallBase request, Work work) {
    var id = "task-" + HexFormat.of().formatHex(random.generateSeed(16));
    var task = Task.begin(id, request.caller(), clock.instant(), TTL);
    store.insert(task);
    var call = new TaskCall(id, request, this);
    running.put(id, call);
    call.start(() -> work(id, call, work));
    return task;
  }

  private void work(String id, TaskCall call, Work work) {
    try {
      var result = work.run(call);
      change(id, task -> task.completed(result, clock.instant()));
    } catch (RpcException e) {
      change(id, task -> task.failed(e.error(), clock.instant()));
    } catch (Throwable e) {
      // A task that was cancelled has ended already, and stays as it is.
      change(id, task -> task.failed(Failures.defect("tools/call", e), clock.instant()));
    } finally {
      running.remove(id);
    }
  }

  Task get(String id, Caller caller) {
    return store
        .find(id)
        .filter(task -> task.callerId().equals(caller.id()))
        .orElseThrow(() -> RpcException.invalidParams("There is no task '" + id + "'"));
  }

  void update(String id, Caller caller, ObjectNode answers) {
    get(id, caller);
    var call = running.get(id);
    if (call != null) {
      call.answer(answers);
    }
  }

  void cancel(String id, Caller caller) {
    get(id, caller);
    change(id, task -> task.cancelled(clock.instant()));
    var call = running.get(id);
    if (call != null) {
      call.interrupt();
    }
  }

  /// Shows the questions that are open now.
  void ask(String id, Map<String, ObjectNode> open) {
    change(id, task -> task.asking(open, clock.instant()));
  }

  private void change(String id, UnaryOperator<Task> step) {
    var changed = new AtomicBoolean();
    store.update(
        id,
        task -> {
          changed.set(true);
          return step.apply(task);
        });
    if (changed.get()) {
      // Another thread may have changed it since, and told of that already: the newest is told.
      store.find(id).ifPresent(task -> listeners.forEach(listener -> listener.accept(task)));
    }
  }

  AutoCloseable onChange(Consumer<Task> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  static RpcException undeclared() {
    var required = Json.object();
    required.putObject("extensions").putObject(Meta.TASKS);
    return ModernCall.missing(required);
  }
}
