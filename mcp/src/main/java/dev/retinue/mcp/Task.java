package dev.retinue.mcp;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A call that was answered before it had ended: what is known of it now.
///
/// @param origin the call, and what has come of it so far
/// @param questions what the client has to answer before the work goes on, as they travel
/// @param result what the call would have answered, an error for the model included
/// @param error why there is no result: only a refusal by the protocol is a failure
public record Task(
    String id,
    Origin origin,
    Status status,
    Instant createdAt,
    Instant updatedAt,
    Duration ttl,
    Map<String, ObjectNode> questions,
    @Nullable ObjectNode result,
    @Nullable RpcError error) {
  private static final long POLL_MILLIS = 1000;

  /// The states of a task; the last three are final.
  public enum Status {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED
  }

  public static Task begin(String id, Origin origin, Instant now, Duration ttl) {
    return new Task(id, origin, Status.WORKING, now, now, ttl, Map.of(), null, null);
  }

  public String callerId() {
    return origin.callerId();
  }

  public boolean ended() {
    return switch (status) {
      case WORKING, INPUT_REQUIRED -> false;
      case COMPLETED, FAILED, CANCELLED -> true;
    };
  }

  /// Whether it need not be kept any longer: its time begins anew when it ends, so that a long call
  /// does not lose its result.
  public boolean isOver(Instant now) {
    return ended() && updatedAt.plus(ttl).isBefore(now);
  }

  /// These questions are open now, but for those that were answered meanwhile.
  public Task asking(Map<String, ObjectNode> questions, Instant now) {
    var open = new LinkedHashMap<>(questions);
    open.keySet().removeAll(origin.memory().answers().keySet());
    return open(origin, open, now);
  }

  /// What of this answers an open question; whatever else is there is ignored.
  public Map<String, ObjectNode> answersIn(ObjectNode responses) {
    var answers = new LinkedHashMap<String, ObjectNode>();
    questions.forEach(
        (key, question) -> {
          if (responses.get(key) instanceof ObjectNode answer
              && InputRequest.accepts(question.path("method").asString(""), answer)) {
            answers.put(key, answer);
          }
        });
    return answers;
  }

  public Task answered(Map<String, ObjectNode> answers, Instant now) {
    var open = new LinkedHashMap<>(questions);
    open.keySet().removeAll(answers.keySet());
    return open(origin.with(origin.memory().answered(answers)), open, now);
  }

  /// These questions need no answer any more.
  public Task without(Set<String> withdrawn, Instant now) {
    var open = new LinkedHashMap<>(questions);
    return open.keySet().removeAll(withdrawn) ? open(origin, open, now) : this;
  }

  /// Something was begun that must not be begun again.
  public Task begun(String key, String handle, Instant now) {
    return open(origin.with(origin.memory().begun(key, handle)), questions, now);
  }

  private Task open(Origin current, Map<String, ObjectNode> open, Instant now) {
    var next = open.isEmpty() ? Status.WORKING : Status.INPUT_REQUIRED;
    return new Task(id, current, next, createdAt, now, ttl, open, null, null);
  }

  public Task completed(ObjectNode answer, Instant now) {
    return end(Status.COMPLETED, answer, null, now);
  }

  public Task failed(RpcError why, Instant now) {
    return end(Status.FAILED, null, why, now);
  }

  public Task cancelled(Instant now) {
    return end(Status.CANCELLED, null, null, now);
  }

  private Task end(Status last, @Nullable ObjectNode answer, @Nullable RpcError why, Instant now) {
    return new Task(id, origin, last, createdAt, now, ttl, Map.of(), answer, why);
  }

  /// What a client is told when the task begins.
  public ObjectNode json() {
    return Json.object()
        .put("taskId", id)
        .put("status", status.name().toLowerCase(Locale.ROOT))
        .put("createdAt", createdAt.toString())
        .put("lastUpdatedAt", updatedAt.toString())
        .put("ttlMs", ttl.toMillis())
        .put("pollIntervalMs", POLL_MILLIS);
  }

  /// What a client is told that asks for it.
  public ObjectNode detailedJson() {
    var json = json();
    if (result != null) {
      json.set("result", result);
    }
    if (error != null) {
      json.set("error", Json.WIRE.valueToTree(error));
    }
    if (status == Status.INPUT_REQUIRED) {
      var requests = json.putObject("inputRequests");
      questions.forEach(requests::set);
    }
    return json;
  }
}
