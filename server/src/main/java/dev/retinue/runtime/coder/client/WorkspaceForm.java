package dev.retinue.runtime.coder.client;

import dev.retinue.runtime.coder.client.Workspace.Agent;
import dev.retinue.runtime.coder.client.Workspace.App;
import dev.retinue.runtime.coder.client.Workspace.AppStatus;
import dev.retinue.runtime.coder.client.Workspace.Build;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Makes our records of what Coder says. What is missing or null is empty: it differs from version
/// to version.
final class WorkspaceForm {
  private static final String NO_ID = "00000000-0000-0000-0000-000000000000";

  private WorkspaceForm() {}

  static Workspace workspace(JsonNode json) {
    return new Workspace(
        text(json, "id"),
        text(json, "name"),
        text(json, "owner_name"),
        new Workspace.Origin(
            text(json, "template_id"),
            text(json, "template_name"),
            text(json, "template_display_name"),
            json.path("template_require_active_version").asBoolean(false)
                ? id(json, "template_active_version_id")
                : null),
        build(json.path("latest_build")),
        !json.path("dormant_at").isMissingNode() && !json.path("dormant_at").isNull(),
        new Workspace.Times(time(json, "created_at"), time(json, "updated_at")),
        json.path("latest_app_status").isObject() ? status(json.path("latest_app_status")) : null,
        id(json, "task_id"));
  }

  static Build build(JsonNode json) {
    var agents = new ArrayList<Agent>();
    for (var resource : json.path("resources")) {
      for (var agent : resource.path("agents")) {
        if (id(agent, "parent_id") == null) {
          agents.add(agent(agent));
        }
      }
    }
    return new Build(
        text(json, "id"),
        text(json, "transition"),
        text(json, "status"),
        time(json, "created_at"),
        text(json, "template_version_id"),
        id(json, "template_version_preset_id"),
        id(json, "ai_task_sidebar_app_id"),
        List.copyOf(agents));
  }

  private static Agent agent(JsonNode json) {
    var apps = new ArrayList<App>();
    json.path("apps").forEach(app -> apps.add(app(app)));
    return new Agent(
        text(json, "id"),
        text(json, "name"),
        text(json, "status"),
        text(json, "lifecycle_state"),
        List.copyOf(apps));
  }

  private static App app(JsonNode json) {
    var statuses = new ArrayList<AppStatus>();
    json.path("statuses").forEach(status -> statuses.add(status(status)));
    boolean reachable =
        !json.path("external").asBoolean(false)
            && !text(json, "url").isEmpty()
            && text(json, "command").isEmpty();
    return new App(
        text(json, "id"),
        text(json, "slug"),
        json.path("subdomain").asBoolean(false) ? text(json, "subdomain_name") : null,
        text(json, "health"),
        text(json.path("healthcheck"), "url"),
        reachable,
        List.copyOf(statuses));
  }

  private static AppStatus status(JsonNode json) {
    var uri = text(json, "uri");
    return new AppStatus(
        text(json, "id"),
        text(json, "app_id"),
        text(json, "state"),
        text(json, "message"),
        uri.isEmpty() ? null : uri,
        time(json, "created_at"));
  }

  static String text(JsonNode json, String key) {
    return json.path(key).asString("");
  }

  private static @Nullable String id(JsonNode json, String key) {
    var id = text(json, key);
    return id.isEmpty() || id.equals(NO_ID) ? null : id;
  }

  static Instant time(JsonNode json, String key) {
    try {
      return OffsetDateTime.parse(text(json, key)).toInstant();
    } catch (DateTimeException _) {
      return Instant.EPOCH;
    }
  }
}
