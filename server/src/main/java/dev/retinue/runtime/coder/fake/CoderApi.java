package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Answers every request: the API, the apps, and the pages of the dashboard.
final class CoderApi {
  private static final int LARGEST_BODY = 1024 * 1024;

  private final World world;
  private final Access access;
  private final AppProxy apps;
  private final Router router = new Router();
  Pace pace = Pace.BY_HAND;

  CoderApi(World world) {
    this.world = world;
    this.access = new Access(world);
    this.apps = new AppProxy(world, access);
    var json = new WorkspaceJson(world);
    var wishes = new Wishes(world);
    var workspaces = new WorkspaceRoutes(world, json, wishes);
    var builds = new BuildRoutes(world, json, workspaces, wishes);
    new TemplateRoutes(world).register(router);
    workspaces.register(router);
    builds.register(router);
    new ReportRoutes(world).register(router);
    if (world.mode.hasTasks()) {
      new TaskRoutes(world, json, workspaces, builds, wishes).register(router);
    }
    if (!world.mode.chats().isEmpty()) {
      new ChatRoutes(world).register(router);
    }
    register();
  }

  private void register() {
    router.on("GET", "/api/v2/buildinfo", (_, _) -> Reply.json(200, buildInfo()));
    router.on(
        "GET",
        "/api/v2/applications/host",
        (_, _) -> Reply.json(200, Tree.of("host", world.appHost)));
    router.on("GET", "/api/v2/organizations", (_, _) -> organizations());
    router.on("GET", "/api/v2/users/{}", (_, names) -> user(names.getFirst()));
  }

  Reply answer(Request request) {
    synchronized (world) {
      if (apps.isForApps(request)) {
        return apps.answer(request);
      }
      if (!request.path().startsWith("/api/")) {
        return versioned(Reply.html(200, "Coder", "This is the dashboard."));
      }
      if (pace == Pace.BY_REQUEST) {
        world.step();
      }
      var reply = answerApi(request);
      return reply instanceof Reply.Whole whole ? versioned(access.counted(whole)) : reply;
    }
  }

  private Reply.Whole versioned(Reply.Whole reply) {
    return reply.with("X-Coder-Build-Version", world.version);
  }

  private Reply answerApi(Request request) {
    try {
      if (access.isTooMuch()) {
        return Refusal.of(429, "You've been rate limited for sending too many requests!")
            .reply()
            .with("Retry-After", Long.toString(access.secondsLeft()));
      }
      if (!ReportRoutes.isOfAgents(request) && !request.path().equals("/api/v2/buildinfo")) {
        access.check(request);
      }
      if (request.content().length > LARGEST_BODY) {
        throw Refusal.of(413, "Request body too large.");
      }
      return router.answer(request);
    } catch (Refusal refusal) {
      return refusal.reply();
    }
  }

  private ObjectNode buildInfo() {
    return Tree.of(
        "external_url", "https://github.com/coder/coder",
        "version", world.version,
        "dashboard_url", "",
        "telemetry", false,
        "workspace_proxy", false,
        "agent_api_version", "1.0",
        "provisioner_api_version", "1.0",
        "upgrade_message", "",
        "deployment_id", world.organization("coder"));
  }

  private Reply organizations() {
    var all =
        world.organizations().entrySet().stream()
            .map(
                it ->
                    Tree.of(
                        "id", it.getValue(),
                        "name", it.getKey(),
                        "display_name", it.getKey(),
                        "description", "",
                        "icon", "",
                        "is_default", it.getKey().equals("coder"),
                        "created_at", world.now(),
                        "updated_at", world.now()))
            .toList();
    return Reply.json(200, Tree.list(all));
  }

  private Reply user(String name) {
    var user = world.findUser(name).orElseThrow(Refusal::notFound);
    return Reply.json(
        200,
        Tree.of(
            "id",
            world.user(user),
            "username",
            user,
            "name",
            user,
            "email",
            user + "@example.com",
            "created_at",
            world.now(),
            "last_seen_at",
            world.now(),
            "status",
            "active",
            "login_type",
            "password",
            "organization_ids",
            List.of(world.organization("coder").toString()),
            "roles",
            List.of()));
  }
}
