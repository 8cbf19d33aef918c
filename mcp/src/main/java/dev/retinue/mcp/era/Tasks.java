package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Origin;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// The tasks extension: calls that go on after their answer, each on a thread of its own. What is
/// known of them is in the store before anybody acts on it.
final class Tasks {
  private static final Duration TTL = Duration.ofHours(1);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /// With the longest pause between them, about an hour.
  private static final int MOST_TRIES = 720;

  private final TaskStore store;
  private final InstantSource clock;
  private final Map<String, TaskCall> running = new ConcurrentHashMap<>();
  private final List<Consumer<Task>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  Tasks(TaskStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// What a task does, until it has a result.
  interface Work {
    ObjectNode run(TaskCall call) throws Exception;
  }

  /// Keeps the task, starts its work and returns what the client is told.
  Task begin(CallBase request, ToolEntry tool, ObjectNode arguments, Work work) {
    requireOpen();
    var caller = request.caller();
    var memory = new Origin.Memory(request.answers(), request.handles());
    var name = tool.info().name();
    var version = tool.edition().version();
    var origin = new Origin(caller.id(), name, version, arguments, request.meta(), memory);
    var task = Task.begin("task-" + Randomness.id(), origin, clock.instant(), TTL);
    var call = new TaskCall(task, caller, this);
    // Before it can be found: what is open in the store and does not run is of an earlier process.
    running.put(task.id(), call);
    try {
      store.insert(task);
    } catch (Throwable e) {
      running.remove(task.id());
      throw e;
    }
    call.start(() -> work(task.id(), call, work));
    return task;
  }

  /// Goes on with a task of an earlier process.
  void takeUp(Task task, Caller caller, Work work) {
    var call = new TaskCall(task, caller, this);
    if (running.putIfAbsent(task.id(), call) == null) {
      call.start(() -> work(task.id(), call, work));
    }
  }

  /// Ends a task of an earlier process that cannot be gone on with.
  void giveUp(Task task, RpcError why) {
    change(task.id(), it -> it.failed(why, clock.instant()));
  }

  /// What earlier processes have left, the oldest first.
  List<Task> left() {
    return store.open().stream().filter(task -> !running.containsKey(task.id())).toList();
  }

  private void work(String id, TaskCall call, Work work) {
    try {
      // One that is taken up may have been cancelled before it could be interrupted.
      var found = insist(id, () -> store.find(id));
      if (found.filter(task -> !task.ended()).isPresent()) {
        var end = end(id, call, work);
        insist(id, () -> change(id, end));
      }
    } finally {
      running.remove(id);
    }
  }

  /// While the store cannot, on a full disk for instance, it is tried again: else a task would be
  /// called working for ever that nobody works on. What never succeeds is left to the next process.
  private Optional<Task> insist(String id, Supplier<Optional<Task>> action) {
    var pause = SHORTEST_PAUSE;
    for (int tries = 0; tries < MOST_TRIES && !closed; tries++) {
      try {
        return action.get();
      } catch (RuntimeException e) {
        if (tries == 0) {
          System.getLogger("dev.retinue.mcp")
              .log(System.Logger.Level.ERROR, "The task " + id + " cannot be kept; trying on", e);
        }
        pause = pauseThenDouble(pause);
      }
    }
    return Optional.empty();
  }

  private static Duration pauseThenDouble(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException _) {
      // Who cancels means the work, and that is done; who closes is noticed at once.
    }
    var doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
  }

  private UnaryOperator<Task> end(String id, TaskCall call, Work work) {
    try {
      var result = work.run(call);
      return task -> task.completed(result, clock.instant());
    } catch (RpcException e) {
      return task -> task.failed(e.error(), clock.instant());
    } catch (Throwable e) {
      // A task that was cancelled has ended already, and stays as it is: that is no defect.
      if (closed || (e instanceof InterruptedException && hasEnded(id))) {
        return UnaryOperator.identity();
      }
      var defect = Failures.defect("tools/call", e);
      return task -> task.failed(defect, clock.instant());
    }
  }

  private boolean hasEnded(String id) {
    return insist(id, () -> store.find(id)).map(Task::ended).orElse(true);
  }

  /// Once it has ended by anything but its own work, it was called off.
  boolean isCancelled(String id) {
    return insist(id, () -> store.find(id)).map(Task::ended).orElse(false);
  }

  Task get(String id, Caller caller) {
    return store
        .find(id)
        .filter(task -> task.callerId().equals(caller.id()))
        .orElseThrow(() -> RpcException.invalidParams("There is no task '" + id + "'"));
  }

  /// Keeps the answers to open questions, and hands them over then.
  void update(String id, Caller caller, ObjectNode responses) {
    get(id, caller);
    var answers = new AtomicReference<Map<String, ObjectNode>>(Map.of());
    change(
        id,
        task -> {
          answers.set(task.answersIn(responses));
          return answers.get().isEmpty() ? task : task.answered(answers.get(), clock.instant());
        });
    var call = running.get(id);
    if (call != null) {
      call.answer(answers.get());
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

  /// Shows the questions that are open now, and returns all the answers that there are.
  Map<String, ObjectNode> ask(String id, Map<String, ObjectNode> open) {
    return change(id, task -> task.asking(open, clock.instant()))
        .filter(task -> !task.ended())
        .orElseThrow(Tasks::cancelled)
        .origin()
        .memory()
        .answers();
  }

  /// Also those that only an earlier process had asked.
  void withdraw(String id, Set<String> questions) {
    change(id, task -> task.without(questions, clock.instant()));
  }

  void begun(String id, String key, String handle) {
    change(id, task -> task.begun(key, handle, clock.instant()));
  }

  private Optional<Task> change(String id, UnaryOperator<Task> step) {
    var changed = new AtomicBoolean();
    var now =
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
    return now;
  }

  AutoCloseable onChange(Consumer<Task> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /// A server that ends begins nothing: nobody might be left to keep its handle.
  void requireOpen() {
    if (closed) {
      throw new ToolException("The server is shutting down; try again when it is back.");
    }
  }

  /// Stops the work. Its tasks stay open, because what it says from now on is not how they ended.
  void close() {
    closed = true;
    running.values().forEach(TaskCall::interrupt);
  }

  static ToolException cancelled() {
    return new ToolException("The task was cancelled while it waited.");
  }

  static RpcException undeclared() {
    var required = Json.object();
    required.putObject("extensions").putObject(Meta.TASKS);
    return ModernCall.missing(required);
  }
}
