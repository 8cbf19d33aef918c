package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/// A call of a tool that may go on after it was answered.
public final class TaskHandle {
  private final Dialect dialect;
  private final Conversation conversation;
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private volatile TaskState latest;

  TaskHandle(TaskState first, Dialect dialect, Conversation conversation) {
    this.latest = first;
    this.dialect = dialect;
    this.conversation = conversation;
  }

  /// The task's id, or nothing if the server answered at once.
  public String id() {
    return latest.id();
  }

  /// What is known of the task now. The server is asked, unless the task has ended.
  public TaskState state() {
    if (!latest.ended()) {
      latest = TaskState.of(dialect.request("tasks/get", params(), null));
    }
    return latest;
  }

  /// Waits for the result. Questions that come up meanwhile are put to the input handler. At the
  /// end of the limit only the waiting ends, not the task.
  public ToolResult await(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    var bell = conversation.announcer().bell(id());
    var watch = latest.ended() ? Optional.<Subscription>empty() : watch();
    try {
      while (true) {
        var state = state();
        if (state.ended()) {
          return result(state);
        }
        answerOpen(state.questions());
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new McpClientException(
              Reason.TIMED_OUT, "The task %s did not end within %s".formatted(id(), limit));
        }
        pause(bell, Math.min(left, state.pause().toNanos()));
      }
    } finally {
      conversation.announcer().silence(id());
      watch.ifPresent(Subscription::close);
    }
  }

  /// Where the server tells of changes, nobody needs to look for them.
  private Optional<Subscription> watch() {
    try {
      return Optional.of(dialect.listen(Wanted.task(id())));
    } catch (RpcException e) {
      return Optional.empty();
    }
  }

  private void answerOpen(ObjectNode questions) {
    var open = questions.deepCopy();
    open.remove(new HashSet<>(answered));
    if (!open.isEmpty()) {
      answer(conversation.questions().answers(open));
    }
  }

  private void pause(Semaphore bell, long nanos) {
    try {
      if (bell.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        bell.drainPermits();
      }
    } catch (InterruptedException e) {
      throw McpClientException.interrupted("The waiting for the task " + id());
    }
  }

  private ToolResult result(TaskState state) {
    if (state.error() != null) {
      throw new RpcException(state.error());
    }
    if (state.result() == null) {
      throw new McpClientException(
          Reason.CANCELLED, "The task %s has no result: it was cancelled".formatted(id()));
    }
    return state.result();
  }

  /// Answers open questions by their keys; some of them are enough for the moment.
  public void answer(ObjectNode answers) {
    var params = params();
    params.set("inputResponses", answers);
    dialect.request("tasks/update", params, null);
    answers.propertyNames().forEach(answered::add);
  }

  /// Asks the server to stop. A task that has ended stays as it is.
  public void cancel() {
    if (!latest.ended()) {
      dialect.request("tasks/cancel", params(), null);
    }
  }

  private ObjectNode params() {
    return Json.object().put("taskId", id());
  }
}
