package dev.retinue.mcp.client;

import dev.retinue.mcp.Change;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that a client hears of without having asked at that moment.
public sealed interface Notice {
  /// What the server offers is another than before.
  record Changed(Change change) implements Notice {}

  /// A line for the client's log.
  record Logged(LogLevel level, @Nullable String logger, @Nullable JsonNode data)
      implements Notice {}

  record TaskChanged(TaskState task) implements Notice {}

  /// A subscription ended, and not because it was closed here.
  record Ended(Subscription subscription) implements Notice {}

  /// A notification that this client does not know.
  record Other(String method, ObjectNode params) implements Notice {}

  static Notice of(Message.Notification notification) {
    var params = notification.params();
    return switch (notification.method()) {
      case "notifications/tools/list_changed" -> new Changed(new Change.Tools());
      case "notifications/prompts/list_changed" -> new Changed(new Change.Prompts());
      case "notifications/resources/list_changed" -> new Changed(new Change.Resources());
      case "notifications/resources/updated" ->
          new Changed(new Change.ResourceUpdated(params.path("uri").asString("")));
      case "notifications/message" ->
          new Logged(
              LogLevel.find(params.path("level").asString("")).orElse(LogLevel.INFO),
              Json.text(params, "logger"),
              params.get("data"));
      case "notifications/tasks" -> new TaskChanged(TaskState.of(params));
      default -> new Other(notification.method(), params);
    };
  }
}
