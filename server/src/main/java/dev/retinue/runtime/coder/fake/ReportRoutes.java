package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.Set;

/// Where agents in workspaces say how their work goes, with a token of their own.
final class ReportRoutes {
  private static final String PATH = "/api/v2/workspaceagents/me/app-status";
  private static final Set<String> STATES = Set.of("working", "idle", "complete", "failure");
  private static final int LONGEST = 160;

  private final World world;

  ReportRoutes(World world) {
    this.world = world;
  }

  static boolean isOfAgents(Request request) {
    return request.path().equals(PATH);
  }

  void register(Router router) {
    router.on("PATCH", PATH, (request, _) -> report(request));
  }

  private Reply report(Request request) {
    var token = request.header(Access.HEADER).orElse("");
    var workspace =
        world.workspaces.stream()
            .filter(it -> it.latest().machine != null && it.agentToken().equals(token))
            .findFirst()
            .orElseThrow(() -> Refusal.of(401, "Agent token is invalid."));
    var body = request.json();
    if (!workspace.machine().plan.slug.equals(body.path("app_slug").asString(""))) {
      throw Refusal.field(400, "Failed to get workspace app.", "app_slug", "No app has this slug.");
    }
    var state = body.path("state").asString("");
    if (!STATES.contains(state)) {
      throw Refusal.field(400, "Invalid state provided.", "state", "It must be one of " + STATES);
    }
    var message = body.path("message").asString("");
    if (message.length() > LONGEST) {
      throw Refusal.field(
          400, "Message is too long.", "message", "It must have at most 160 characters.");
    }
    workspace.report(state, message, body.path("uri").asString(""));
    return Reply.json(200, Tree.of("message", "App status updated."));
  }
}
