package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The call behind a task: its questions wait in the task until the client has answered them all,
/// and what it must remember is kept there.
final class TaskCall extends CallBase {
  private final String id;
  private final Tasks tasks;
  private final Map<String, InputRequest> open = new LinkedHashMap<>();
  private final Map<String, ObjectNode> given = new LinkedHashMap<>();
  private final Set<String> withdrawn = new HashSet<>();
  private @Nullable Thread thread;

  TaskCall(Task task, Caller caller, Tasks tasks) {
    var origin = task.origin();
    super(caller, origin.meta(), Json.child(origin.meta(), Meta.CLIENT_CAPABILITIES));
    this.id = task.id();
    this.tasks = tasks;
    // One that its client repeats becomes another task, and must not begin anything else.
    if (!isNamed()) {
      named(id);
    }
    answers().putAll(origin.memory().answers());
    handles().putAll(origin.memory().handles());
  }

  synchronized void start(Runnable work) {
    thread = Thread.ofVirtual().name(id).start(work);
  }

  synchronized void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  Map<String, ObjectNode> obtain(Map<String, InputRequest> questions) {
    questions.values().stream()
        .filter(question -> !clientCan(question.capability()))
        .forEach(
            question -> {
              throw ModernCall.missing(question.capability());
            });
    synchronized (this) {
      open.putAll(questions);
      open.keySet().removeAll(withdrawn);
      // Some may have been answered before they were asked: those of an earlier process.
      answer(tasks.ask(id, travelling()));
      try {
        while (!open.isEmpty()) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Tasks.cancelled();
      }
      return Map.copyOf(given);
    }
  }

  @Override
  public synchronized void withdraw(Set<String> questions) {
    withdrawn.addAll(questions);
    open.keySet().removeAll(questions);
    notifyAll();
    tasks.withdraw(id, questions);
  }

  @Override
  public boolean inTask() {
    return true;
  }

  @Override
  public boolean cancelled() {
    return tasks.isCancelled(id);
  }

  /// Takes answers that the task has kept already.
  synchronized void answer(Map<String, ObjectNode> kept) {
    given.putAll(kept);
    open.keySet().removeAll(kept.keySet());
    notifyAll();
  }

  @Override
  public String remember(String key, Supplier<String> begin) {
    tasks.requireOpen();
    return super.remember(key, begin);
  }

  @Override
  void keep(String key, String handle) {
    tasks.begun(id, key, handle);
  }

  private Map<String, ObjectNode> travelling() {
    var requests = new LinkedHashMap<String, ObjectNode>();
    open.forEach(
        (key, question) -> {
          var request = Json.object().put("method", question.method());
          request.set("params", question.params());
          requests.put(key, request);
        });
    return requests;
  }

  @Override
  void send(Message.Notification notification) {
    // A task has no stream of its own: who wants to follow it subscribes to the task.
  }

  @Override
  @Nullable LogLevel logLevel() {
    return null;
  }

  @Override
  public void releaseConnection() {
    // There is none to let go of.
  }
}
