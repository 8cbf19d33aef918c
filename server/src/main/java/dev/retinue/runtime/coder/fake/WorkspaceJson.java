package dev.retinue.runtime.coder.fake;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Workspaces and builds as Coder writes them, with the nulls that its description does not know.
final class WorkspaceJson {
  private final World world;
  private final MachineJson machines;

  WorkspaceJson(World world) {
    this.world = world;
    this.machines = new MachineJson();
  }

  ObjectNode workspace(FakeWorkspace workspace) {
    var template = workspace.template();
    var statuses = workspace.statuses();
    var json =
        Tree.of(
            "id", workspace.id(),
            "created_at", workspace.createdAt(),
            "updated_at", workspace.latest().updatedAt,
            "owner_id", world.user(workspace.owner()),
            "owner_name", workspace.owner(),
            "owner_avatar_url", "",
            "organization_id", world.organization(template.organization()),
            "organization_name", template.organization(),
            "template_id", template.id(),
            "template_name", template.name(),
            "template_display_name", template.displayName(),
            "template_icon", "",
            "template_allow_user_cancel_workspace_jobs", template.mayUsersCancel(),
            "template_active_version_id", template.active().id(),
            "template_require_active_version", template.isActiveVersionOnly(),
            "template_use_classic_parameter_flow", false,
            "latest_app_status",
                statuses.isEmpty() ? null : machines.status(workspace.id(), statuses.getFirst()),
            "latest_build", build(workspace, workspace.latest()),
            "outdated", workspace.latest().wish.version() != template.active(),
            "name", workspace.name(),
            "autostart_schedule", null,
            "ttl_ms", null,
            "last_used_at", workspace.latest().updatedAt,
            "deleting_at", null,
            "dormant_at", workspace.dormantAt(),
            "health", health(workspace),
            "automatic_updates", "never",
            "allow_renames", false,
            "favorite", false,
            "next_start_at", null,
            "is_prebuild", false);
    if (world.mode == Mode.V2_36) {
      json.put("task_id", template.hasTasks() ? workspace.taskId().toString() : null);
    }
    return json;
  }

  private static Map<String, Object> health(FakeWorkspace workspace) {
    var machine = workspace.latest().machine;
    boolean failing = machine != null && machine.status.matches("disconnected|timeout");
    return Map.of(
        "healthy",
        !failing,
        "failing_agents",
        machine != null && failing ? List.of(machine.agentId.toString()) : List.of());
  }

  ObjectNode build(FakeWorkspace workspace, FakeBuild build) {
    var preset = build.wish.preset();
    var json =
        Tree.of(
            "id", build.id,
            "created_at", build.createdAt,
            "updated_at", build.updatedAt,
            "workspace_id", workspace.id(),
            "workspace_name", workspace.name(),
            "workspace_owner_id", world.user(workspace.owner()),
            "workspace_owner_name", workspace.owner(),
            "workspace_owner_avatar_url", "",
            "template_version_id", build.wish.version().id(),
            "template_version_name", build.wish.version().name(),
            "build_number", build.number,
            "transition", build.wish.transition().name().toLowerCase(Locale.ROOT),
            "initiator_id", world.user(workspace.owner()),
            "initiator_name", workspace.owner(),
            "job", job(workspace, build),
            "reason", build.wish.reason(),
            "resources", Tree.list(machines.resources(world, workspace, build)),
            "deadline", null,
            "max_deadline", null,
            "status", build.status(),
            "daily_cost", 0,
            "matched_provisioners", Tree.of("count", 1, "available", 1, "most_recently_seen", null),
            "template_version_preset_id", preset == null ? null : preset.id());
    if (world.mode.hasTasks()) {
      json.put("has_ai_task", workspace.template().hasTasks());
    }
    if (world.mode == Mode.V2_28 || world.mode == Mode.BEFORE_2_28) {
      var machine = build.machine;
      json.put("ai_task_sidebar_app_id", machine == null ? null : machine.appId.toString());
    }
    return json;
  }

  private ObjectNode job(FakeWorkspace workspace, FakeBuild build) {
    var json =
        Tree.of(
            "id",
            build.jobId,
            "created_at",
            build.createdAt,
            "started_at",
            build.startedAt,
            "completed_at",
            build.completedAt,
            "canceled_at",
            build.canceledAt,
            "status",
            build.job.name().toLowerCase(Locale.ROOT),
            "file_id",
            workspace.template().id(),
            "tags",
            Map.of("owner", "", "scope", "organization"),
            "queue_position",
            build.job == FakeBuild.Job.PENDING ? 1 : 0,
            "queue_size",
            1,
            "organization_id",
            world.organization(workspace.template().organization()),
            "initiator_id",
            world.user(workspace.owner()),
            "input",
            Map.of("workspace_build_id", build.id.toString()),
            "type",
            "workspace_build");
    if (!build.error.isEmpty()) {
      json.put("error", build.error);
    }
    return json;
  }
}
