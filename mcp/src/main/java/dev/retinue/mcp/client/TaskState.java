package dev.retinue.mcp.client;

import dev.retinue.mcp.Task;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What is known of a task at one moment.
///
/// @param pause how long to wait before one looks again
/// @param questions what has to be answered before the work goes on, by key, as they travel
public record TaskState(
    String id,
    Task.Status status,
    @Nullable String message,
    Duration pause,
    ObjectNode questions,
    @Nullable ToolResult result,
    @Nullable RpcError error) {
  private static final long USUAL_PAUSE = 1000;
  private static final long SHORTEST_PAUSE = 20;
  private static final long LONGEST_PAUSE = 60_000;

  static TaskState of(ObjectNode json) {
    long pause = json.path("pollIntervalMs").asLong(USUAL_PAUSE);
    return new TaskState(
        Answers.text(json, "taskId"),
        status(Answers.text(json, "status")),
        Json.text(json, "statusMessage"),
        Duration.ofMillis(Math.clamp(pause, SHORTEST_PAUSE, LONGEST_PAUSE)),
        Json.child(json, "inputRequests"),
        json.get("result") instanceof ObjectNode result ? Answers.toolResult(result) : null,
        json.get("error") instanceof ObjectNode error ? Codec.error(error) : null);
  }

  /// A call that was answered at once, seen as a task.
  static TaskState completed(ToolResult result) {
    return new TaskState(
        "", Task.Status.COMPLETED, null, Duration.ZERO, Json.object(), result, null);
  }

  private static Task.Status status(String name) {
    for (var status : Task.Status.values()) {
      if (status.name().toLowerCase(Locale.ROOT).equals(name)) {
        return status;
      }
    }
    throw McpClientException.broken("There is no status '" + name + "' of a task");
  }

  public boolean ended() {
    return switch (status) {
      case WORKING, INPUT_REQUIRED -> false;
      case COMPLETED, FAILED, CANCELLED -> true;
    };
  }
}
