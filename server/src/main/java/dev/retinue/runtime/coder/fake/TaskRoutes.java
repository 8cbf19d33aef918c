package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.FakeAgentApi.NotSent;
import dev.retinue.runtime.coder.fake.FakeBuild.Transition;
import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Tasks, in deployments that still have them.
final class TaskRoutes {
  private static final int SNAPSHOT = 10;

  private final World world;
  private final WorkspaceJson json;
  private final WorkspaceRoutes workspaces;
  private final BuildRoutes builds;
  private final Wishes wishes;

  TaskRoutes(
      World world,
      WorkspaceJson json,
      WorkspaceRoutes workspaces,
      BuildRoutes builds,
      Wishes wishes) {
    this.world = world;
    this.json = json;
    this.workspaces = workspaces;
    this.builds = builds;
    this.wishes = wishes;
  }

  void register(Router router) {
    var at = world.mode.tasks();
    router.on("GET", at, (_, _) -> list());
    router.on("POST", at + "/{}", this::create);
    router.on("GET", at + "/{}/{}", (_, names) -> Reply.json(200, task(require(names))));
    router.on("DELETE", at + "/{}/{}", (_, names) -> build(names, Transition.DELETE));
    router.on("POST", at + "/{}/{}/send", this::send);
    router.on("GET", at + "/{}/{}/logs", (_, names) -> logs(require(names)));
    if (world.mode == Mode.V2_36) {
      router.on("POST", at + "/{}/{}/pause", (_, names) -> build(names, Transition.STOP));
      router.on("POST", at + "/{}/{}/resume", (_, names) -> build(names, Transition.START));
    }
  }

  private Reply list() {
    var all =
        world.workspaces.stream()
            .filter(it -> world.mayUse(it) && it.template().hasTasks() && !it.isDeleted())
            .map(this::task)
            .toList();
    return Reply.json(200, Tree.of("tasks", Tree.list(all), "count", all.size()));
  }

  /// The prompt is a parameter, whose name was once fixed.
  private Reply create(Request request, List<String> names) {
    var owner = world.findUser(names.getFirst()).orElseThrow(Refusal::notFound);
    var body = request.json();
    var wish = wishes.first(body);
    var prompt = body.path("input").asString(body.path("prompt").asString(""));
    var values = new LinkedHashMap<>(wish.parameters());
    values.replaceAll((name, value) -> Search.plain(name).equals("ai_prompt") ? prompt : value);
    var whole =
        new FakeBuild.Wish(
            Transition.START, wish.version(), wish.preset(), values, null, "initiator");
    var workspace =
        workspaces.create(
            owner, body.path("name").asString("task-" + (world.workspaces.size() + 1)), whole);
    return Reply.json(
        201, world.mode.tasksHaveTheirOwnIds() ? task(workspace) : json.workspace(workspace));
  }

  /// Before 2.28 the id of its workspace is the only name of a task; since then it is none of them.
  private FakeWorkspace require(List<String> names) {
    var owner = world.findUser(names.get(0)).orElseThrow(Refusal::notFound);
    var wanted = names.get(1);
    if (!world.mode.tasksHaveTheirOwnIds()) {
      Refusal.id(wanted, "task");
    }
    return world.workspaces.stream()
        .filter(it -> it.owner().equals(owner) && world.mayUse(it))
        .filter(it -> it.template().hasTasks() && !it.isDeleted())
        .filter(it -> isCalled(it, wanted))
        .findFirst()
        .orElseThrow(Refusal::notFound);
  }

  private boolean isCalled(FakeWorkspace workspace, String wanted) {
    return world.mode.tasksHaveTheirOwnIds()
        ? workspace.taskId().toString().equals(wanted) || workspace.name().equalsIgnoreCase(wanted)
        : workspace.id().toString().equals(wanted);
  }

  private Reply build(List<String> names, Transition transition) {
    var workspace = require(names);
    var build = builds.begin(workspace, workspace.latest().wish.to(transition, null));
    return transition == Transition.DELETE
        ? Reply.nothing(202)
        : Reply.json(202, Tree.of("workspace_build", json.build(workspace, build)));
  }

  private Reply send(Request request, List<String> names) {
    var workspace = require(names);
    var input = request.json().path("input").asString("");
    if (input.isEmpty()) {
      throw Refusal.of(400, "Task input is required.");
    }
    var machine = workspace.latest().machine;
    if (machine == null || !machine.isUp()) {
      throw Refusal.of(
          world.mode == Mode.V2_36 ? 409 : 400,
          "Task is not active.",
          "It is %s.".formatted(workspace.latest().status()));
    }
    if (!machine.agentApi.isAlive()) {
      throw Refusal.of(502, "Task app is not reachable.");
    }
    try {
      machine.agentApi.send(input);
      return Reply.nothing(204);
    } catch (NotSent e) {
      throw Refusal.of(
          world.mode == Mode.V2_36 ? 409 : 502,
          "Task app is not ready to accept input.",
          "running");
    }
  }

  /// Of one that is stopped, the newest versions still have the end of what was said.
  private Reply logs(FakeWorkspace workspace) {
    var machine = workspace.latest().machine;
    boolean paused = machine == null && workspace.latest().status().equals("stopped");
    if (machine == null && !(paused && world.mode == Mode.V2_36)) {
      throw Refusal.of(409, "Task has no logs in its state.", workspace.latest().status());
    }
    var messages =
        workspace.builds().reversed().stream()
            .flatMap(it -> Stream.ofNullable(it.machine))
            .findFirst()
            .map(it -> it.agentApi.messages())
            .orElse(List.of());
    var shown =
        paused
            ? messages.subList(Math.max(0, messages.size() - SNAPSHOT), messages.size())
            : messages;
    List<ObjectNode> logs =
        shown.stream()
            .map(
                it ->
                    Tree.of(
                        "id", it.id(),
                        "content", it.content(),
                        "type", it.role().equals("user") ? "input" : "output",
                        "time", it.time()))
            .toList();
    var body = Tree.of("logs", Tree.list(logs));
    if (paused) {
      body.put("snapshot", true);
      body.put("snapshot_at", Tree.time(workspace.latest().createdAt));
    }
    return Reply.json(200, body);
  }

  private ObjectNode task(FakeWorkspace workspace) {
    var build = workspace.latest();
    var machine = build.machine;
    return Tree.of(
        "id", world.mode.tasksHaveTheirOwnIds() ? workspace.taskId() : workspace.id(),
        "organization_id", world.organization(workspace.template().organization()),
        "owner_id", world.user(workspace.owner()),
        "owner_name", workspace.owner(),
        "name", workspace.name(),
        "template_id", workspace.template().id(),
        "template_name", workspace.template().name(),
        "template_display_name", workspace.template().displayName(),
        "template_icon", "",
        "workspace_id", workspace.id(),
        "workspace_name", workspace.name(),
        "workspace_status", build.status(),
        "workspace_build_number", build.number,
        "workspace_agent_id", machine == null ? null : machine.agentId,
        "workspace_agent_lifecycle", machine == null ? null : machine.lifecycle,
        "workspace_app_id", machine == null ? null : machine.appId,
        "initial_prompt", workspace.prompt(build),
        "status", world.mode.tasksHaveTheirOwnIds() ? status(build) : build.status(),
        "current_state", currentState(workspace),
        "created_at", workspace.createdAt(),
        "updated_at", build.updatedAt);
  }

  private static String status(FakeBuild build) {
    var machine = build.machine;
    return switch (build.status()) {
      case "pending" -> "pending";
      case "starting" -> "initializing";
      case "running" ->
          machine != null && machine.isUp() && machine.lifecycle.equals("ready")
              ? "active"
              : "initializing";
      case "stopping", "stopped", "deleting" -> "paused";
      case "failed", "canceled" -> "error";
      default -> "unknown";
    };
  }

  /// What was said before the latest build is not true any more.
  private static @Nullable ObjectNode currentState(FakeWorkspace workspace) {
    return workspace.statuses().stream()
        .findFirst()
        .filter(it -> it.createdAt().isAfter(workspace.latest().createdAt))
        .map(
            it ->
                Tree.of(
                    "timestamp", it.createdAt(),
                    "state", it.state().replace("failure", "failed"),
                    "message", it.message(),
                    "uri", it.uri()))
        .orElse(null);
  }
}
