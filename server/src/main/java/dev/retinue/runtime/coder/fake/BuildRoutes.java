package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.FakeBuild.Job;
import dev.retinue.runtime.coder.fake.FakeBuild.Transition;
import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/// Builds: begun, watched, cancelled, and what was written meanwhile.
final class BuildRoutes {
  private final World world;
  private final WorkspaceJson json;
  private final WorkspaceRoutes workspaces;
  private final Wishes wishes;

  BuildRoutes(World world, WorkspaceJson json, WorkspaceRoutes workspaces, Wishes wishes) {
    this.world = world;
    this.json = json;
    this.workspaces = workspaces;
    this.wishes = wishes;
  }

  /// A build and whose it is.
  private record Found(FakeWorkspace workspace, FakeBuild build) {}

  void register(Router router) {
    router.on("GET", "/api/v2/workspaces/{}/builds", this::list);
    router.on("POST", "/api/v2/workspaces/{}/builds", this::begin);
    router.on("GET", "/api/v2/workspacebuilds/{}", (_, names) -> show(require(names.getFirst())));
    router.on(
        "GET",
        "/api/v2/workspacebuilds/{}/parameters",
        (_, names) -> parameters(require(names.getFirst()).build()));
    router.on(
        "GET",
        "/api/v2/workspacebuilds/{}/logs",
        (_, names) -> logs(require(names.getFirst()).build()));
    router.on("PATCH", "/api/v2/workspacebuilds/{}/cancel", this::cancel);
    router.on(
        "GET",
        "/api/v2/workspaceagents/{}/logs",
        (_, names) -> agentLogs(Refusal.id(names.getFirst(), "agent")));
  }

  private Reply list(Request request, List<String> names) {
    var workspace = workspaces.require(names.getFirst());
    List<ObjectNode> page =
        Search.page(request, workspace.builds().reversed()).stream()
            .map(it -> json.build(workspace, it))
            .toList();
    return Reply.json(200, Tree.list(page));
  }

  private Reply begin(Request request, List<String> names) {
    var workspace = workspaces.require(names.getFirst());
    var body = request.json();
    var word = body.path("transition").asString("");
    if (!Set.of("start", "stop", "delete").contains(word)) {
      throw Refusal.field(
          400,
          "Validation failed.",
          "transition",
          "Validation failed for tag \"oneof\" with value: \"%s\"".formatted(word));
    }
    if (body.path("orphan").asBoolean(false) && !world.admin) {
      throw Refusal.of(403, "Only template managers may delete without destroying resources.");
    }
    if (workspace.isDeleted()) {
      throw Refusal.of(410, "Workspace \"%s\" was deleted.".formatted(workspace.id()));
    }
    if (workspace.rests() && word.equals("start")) {
      throw Refusal.of(403, "A workspace that is dormant must be activated before it is started.");
    }
    var wish = wishes.next(workspace, Transition.valueOf(word.toUpperCase(Locale.ROOT)), body);
    return Reply.json(201, json.build(workspace, begin(workspace, wish)));
  }

  FakeBuild begin(FakeWorkspace workspace, FakeBuild.Wish wish) {
    if (workspace.latest().isActive()) {
      throw Refusal.of(409, "A workspace build is already active.");
    }
    return workspace.begin(wish);
  }

  private Found require(String text) {
    var id = Refusal.id(text, "build");
    for (var workspace : world.workspaces) {
      for (var build : workspace.builds()) {
        if (build.id.equals(id) && world.mayUse(workspace)) {
          return new Found(workspace, build);
        }
      }
    }
    throw Refusal.notFound();
  }

  private Reply show(Found found) {
    return Reply.json(200, json.build(found.workspace(), found.build()));
  }

  private static Reply parameters(FakeBuild build) {
    return Reply.json(
        200,
        Tree.list(
            build.wish.parameters().entrySet().stream()
                .map(it -> Tree.of("name", it.getKey(), "value", it.getValue()))
                .toList()));
  }

  private static Reply logs(FakeBuild build) {
    boolean failed = !build.error.isEmpty();
    var lines = List.of("Initializing the backend...", failed ? build.error : "Apply complete!");
    var logs =
        IntStream.range(0, build.isActive() ? 1 : 2)
            .mapToObj(
                it ->
                    Tree.of(
                        "id",
                        it + 1,
                        "created_at",
                        build.createdAt,
                        "log_source",
                        "provisioner",
                        "log_level",
                        failed && it == 1 ? "error" : "info",
                        "stage",
                        "Starting workspace",
                        "output",
                        lines.get(it)))
            .toList();
    return Reply.json(200, Tree.list(logs));
  }

  private Reply agentLogs(UUID agent) {
    for (var workspace : world.workspaces) {
      var machine = workspace.latest().machine;
      if (machine != null && machine.agentId.equals(agent) && world.mayUse(workspace)) {
        var line =
            Tree.of(
                "id",
                1,
                "created_at",
                machine.createdAt,
                "output",
                "The startup script has begun.",
                "level",
                "info",
                "source_id",
                machine.appId);
        return Reply.json(200, Tree.list(List.of(line)));
      }
    }
    throw Refusal.notFound();
  }

  /// Who expects a status gets only that one cancelled. Whatever has not begun may be cancelled by
  /// anybody.
  private Reply cancel(Request request, List<String> names) {
    var found = require(names.getFirst());
    var build = found.build();
    var expected = request.parameter("expect_status").orElse("");
    if (!Set.of("", "pending", "running").contains(expected)) {
      throw Refusal.field(400, "Invalid expect_status.", "expect_status", "pending or running");
    }
    if (!expected.isEmpty() && !expected.equals(build.job.name().toLowerCase(Locale.ROOT))) {
      throw Refusal.of(412, "Job is not in the expected state.");
    }
    boolean mayCancel =
        expected.equals("pending") || world.admin || found.workspace().template().mayUsersCancel();
    if (!mayCancel) {
      throw Refusal.of(403, "User is not allowed to cancel workspace builds.");
    }
    switch (build.job) {
      case PENDING -> build.is(Job.CANCELED, world.now());
      case RUNNING -> build.is(Job.CANCELING, world.now());
      case CANCELING, CANCELED -> throw Refusal.of(400, "Job has already been marked as canceled!");
      case SUCCEEDED, FAILED -> throw Refusal.of(400, "Job has already completed!");
    }
    return Reply.json(200, Tree.of("message", "Job has been marked as canceled..."));
  }
}
