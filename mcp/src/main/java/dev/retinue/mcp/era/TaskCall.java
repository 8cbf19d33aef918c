package dev.retinue.mcp.era;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The call behind a task: its questions wait in the task until the client has answered them all.
final class TaskCall extends CallBase {
  private final String id;
  private final Tasks tasks;
  private final Map<String, InputRequest> open = new LinkedHashMap<>();
  private final Map<String, ObjectNode> given = new LinkedHashMap<>();
  private @Nullable Thread thread;

  TaskCall(String id, CallBase request, Tasks tasks) {
    super(request.caller(), request.meta(), Json.child(request.meta(), Meta.CLIENT_CAPABILITIES));
    this.id = id;
    this.tasks = tasks;
    answers().putAll(request.answers());
    handles().putAll(request.handles());
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
      tasks.ask(id, travelling());
      try {
        while (!open.isEmpty()) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new dev.retinue.mcp.ToolException("The task was cancelled while it waited.");
      }
      return Map.copyOf(given);
    }
  }

  /// Takes the answers to open questions; whatever else is there is ignored.
  synchronized void answer(ObjectNode answers) {
    for (var entry : answers.properties()) {
      var question = open.get(entry.getKey());
      if (question != null
          && entry.getValue() instanceof ObjectNode answer
          && question.accepts(answer)) {
        open.remove(entry.getKey());
        given.put(entry.getKey(), answer);
      }
    }
    tasks.ask(id, travelling());
    notifyAll();
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
