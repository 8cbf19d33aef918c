package dev.retinue.mcp;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A call that was answered before it had ended: what is known of it now.
///
/// @param questions what the client has to answer before the work goes on, as they travel
/// @param result what the call would have answered, an error for the model included
/// @param error why there is no result: only a refusal by the protocol is a failure
public record Task(
    String id,
    String callerId,
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

  public static Task begin(String id, Caller caller, Instant now, Duration ttl) {
    return new Task(id, caller.id(), Status.WORKING, now, now, ttl, Map.of(), null, null);
  }

  public boolean ended() {
    return switch (status) {
      case WORKING, INPUT_REQUIRED -> false;
      case COMPLETED, FAILED, CANCELLED -> true;
    };
  }

  public Task asking(Map<String, ObjectNode> open, Instant now) {
    var next = open.isEmpty() ? Status.WORKING : Status.INPUT_REQUIRED;
    return with(next, new LinkedHashMap<>(open), null, null, now);
  }

  public Task completed(ObjectNode answer, Instant now) {
    return with(Status.COMPLETED, Map.of(), answer, null, now);
  }

  public Task failed(RpcError why, Instant now) {
    return with(Status.FAILED, Map.of(), null, why, now);
  }

  public Task cancelled(Instant now) {
    return with(Status.CANCELLED, Map.of(), null, null, now);
  }

  private Task with(
      Status next,
      Map<String, ObjectNode> open,
      @Nullable ObjectNode answer,
      @Nullable RpcError why,
      Instant now) {
    return new Task(id, callerId, next, createdAt, now, ttl, open, answer, why);
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
