package dev.retinue.runtime.coder.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a build has made, as Coder writes it: resources, agents, apps and what these said.
final class MachineJson {
  List<ObjectNode> resources(World world, FakeWorkspace workspace, FakeBuild build) {
    if (build.job != FakeBuild.Job.SUCCEEDED) {
      return List.of();
    }
    var resources = new ArrayList<ObjectNode>();
    resources.add(resource(build, "home", "docker_volume"));
    var machine = build.machine;
    if (machine != null) {
      var container = resource(build, "dev", "docker_container");
      if (build == workspace.latest() || !world.mode.hidesFormerAgents()) {
        container.set("agents", Tree.list(agents(workspace, build, machine)));
      }
      resources.add(container);
    }
    return resources;
  }

  /// Without `agents`: there are none in most of them.
  private static ObjectNode resource(FakeBuild build, String name, String type) {
    return Tree.of(
        "id",
        build.resourceId,
        "created_at",
        build.createdAt,
        "job_id",
        build.jobId,
        "workspace_transition",
        build.wish.transition().name().toLowerCase(Locale.ROOT),
        "type",
        type,
        "name",
        name,
        "hide",
        false,
        "icon",
        "",
        "daily_cost",
        0);
  }

  private List<ObjectNode> agents(FakeWorkspace workspace, FakeBuild build, FakeMachine machine) {
    var agents = new ArrayList<ObjectNode>();
    if (machine.plan.subAgent) {
      var below = agent(build, machine, machine.subAgentId, "container", machine.agentId);
      below.put("status", "connecting");
      below.put("lifecycle_state", "created");
      below.set("apps", Tree.list(List.of()));
      agents.add(below);
    }
    var agent = agent(build, machine, machine.agentId, "main", null);
    agent.put("status", machine.status);
    agent.put("lifecycle_state", machine.lifecycle);
    agent.set("apps", Tree.list(apps(workspace, machine)));
    agents.add(agent);
    return agents;
  }

  /// With a secret in every place where real ones have them.
  private static ObjectNode agent(
      FakeBuild build, FakeMachine machine, UUID id, String name, @Nullable UUID parent) {
    return Tree.of(
        "id",
        id,
        "parent_id",
        parent,
        "created_at",
        machine.createdAt,
        "updated_at",
        machine.createdAt,
        "first_connected_at",
        machine.isUp() ? machine.createdAt : null,
        "last_connected_at",
        machine.isUp() ? machine.createdAt : null,
        "disconnected_at",
        null,
        "started_at",
        null,
        "ready_at",
        null,
        "name",
        name,
        "resource_id",
        build.resourceId,
        "architecture",
        "amd64",
        "environment_variables",
        Map.of("CLAUDE_CODE_OAUTH_TOKEN", FakeCoder.SECRET, "GH_TOKEN", FakeCoder.SECRET),
        "operating_system",
        "linux",
        "logs_length",
        0,
        "logs_overflowed",
        false,
        "directory",
        "/home/coder",
        "version",
        "v2",
        "api_version",
        "2.8",
        "connection_timeout_seconds",
        120,
        "troubleshooting_url",
        "",
        "subsystems",
        List.of(),
        "health",
        Map.of("healthy", machine.isUp()),
        "display_apps",
        List.of("web_terminal"),
        "log_sources",
        List.of(),
        "scripts",
        List.of(Map.of("script", "export TOKEN=" + FakeCoder.SECRET)),
        "startup_script_behavior",
        "non-blocking");
  }

  private List<ObjectNode> apps(FakeWorkspace workspace, FakeMachine machine) {
    var apps = new ArrayList<ObjectNode>();
    var docs = app(machine.externalAppId, "docs", "https://docs.example.com/");
    docs.put("external", true);
    apps.add(docs);
    var terminal = app(machine.commandAppId, machine.plan.slug + "-cli", "");
    terminal.put("command", "TOKEN=%s tmux attach".formatted(FakeCoder.SECRET));
    apps.add(terminal);
    if (machine.plan.exists) {
      apps.add(agentApi(workspace, machine));
    }
    return apps;
  }

  private ObjectNode agentApi(FakeWorkspace workspace, FakeMachine machine) {
    var app = app(machine.appId, machine.plan.slug, "http://localhost:3284");
    app.put("display_name", "Claude Code");
    app.put("subdomain", machine.plan.subdomain);
    if (machine.plan.subdomain) {
      app.put(
          "subdomain_name",
          "%s--%s--%s".formatted(machine.plan.slug, workspace.name(), workspace.owner()));
    }
    app.put("health", machine.health);
    if (machine.plan.healthCheck) {
      app.set(
          "healthcheck",
          Tree.of("url", "http://localhost:3284/status", "interval", 5, "threshold", 6));
    }
    var own =
        workspace.statuses().stream()
            .filter(it -> it.appId().equals(machine.appId))
            .map(it -> status(workspace.id(), it))
            .toList();
    app.set("statuses", Tree.list(own));
    return app;
  }

  private static ObjectNode app(UUID id, String slug, String url) {
    return Tree.of(
        "id",
        id,
        "url",
        url,
        "external",
        false,
        "slug",
        slug,
        "display_name",
        slug,
        "icon",
        "",
        "subdomain",
        false,
        "sharing_level",
        "owner",
        "healthcheck",
        Tree.of("url", "", "interval", 0, "threshold", 0),
        "health",
        "disabled",
        "hidden",
        false,
        "open_in",
        "slim-window",
        "statuses",
        List.of());
  }

  ObjectNode status(UUID workspace, FakeWorkspace.AppStatus status) {
    return Tree.of(
        "id", status.id(),
        "created_at", status.createdAt(),
        "workspace_id", workspace,
        "agent_id", status.agentId(),
        "app_id", status.appId(),
        "state", status.state(),
        "message", status.message(),
        "uri", status.uri(),
        "icon", "",
        "needs_user_attention", false);
  }
}
