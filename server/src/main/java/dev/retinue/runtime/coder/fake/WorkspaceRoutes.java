package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Workspaces: found, shown and made.
final class WorkspaceRoutes {
  private static final String NAME = "[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*";
  private static final int LONGEST_NAME = 32;
  private static final Set<String> TAKEN = Set.of("new", "create");

  private final World world;
  private final WorkspaceJson json;
  private final Wishes wishes;

  WorkspaceRoutes(World world, WorkspaceJson json, Wishes wishes) {
    this.world = world;
    this.json = json;
    this.wishes = wishes;
  }

  void register(Router router) {
    router.on("GET", "/api/v2/workspaces", (request, _) -> list(request));
    router.on("GET", "/api/v2/workspaces/{}", (request, names) -> show(request, names.getFirst()));
    router.on("GET", "/api/v2/users/{}/workspace/{}", this::showByName);
    router.on(
        "PUT",
        "/api/v2/workspaces/{}/dormant",
        (request, names) -> rest(request, names.getFirst()));
    router.on(
        "POST",
        "/api/v2/users/{}/workspaces",
        (request, names) -> create(request, names.getFirst()));
    router.on(
        "POST",
        "/api/v2/organizations/{}/members/{}/workspaces",
        (request, names) -> create(request, names.get(1)));
  }

  private Reply list(Request request) {
    var search =
        Search.of(request, "name", Set.of("name", "owner", "template", "status", "organization"));
    var owner = search.terms().get("owner");
    var wanted = owner == null ? null : world.findUser(owner).orElse("");
    var found =
        world.workspaces.stream()
            .filter(it -> world.mayUse(it) && !it.isDeleted())
            .filter(it -> wanted == null || it.owner().equals(wanted))
            .filter(it -> search.allows("template", it.template().name()))
            .filter(it -> search.allows("status", it.latest().status()))
            .filter(it -> search.allows("organization", it.template().organization()))
            .filter(it -> it.name().contains(search.terms().getOrDefault("name", "")))
            .sorted(
                Comparator.comparing((FakeWorkspace it) -> !it.status().equals("running"))
                    .thenComparing(FakeWorkspace::owner)
                    .thenComparing(FakeWorkspace::name))
            .toList();
    List<ObjectNode> page = Search.page(request, found).stream().map(json::workspace).toList();
    return Reply.json(200, Tree.of("workspaces", Tree.list(page), "count", found.size()));
  }

  private Reply show(Request request, String id) {
    var workspace = require(id);
    if (workspace.isDeleted() && !includesDeleted(request)) {
      throw Refusal.of(
          410,
          "Workspace \"%s\" was deleted, you can view this workspace by specifying '?include_deleted=true'"
              .formatted(workspace.id()));
    }
    return Reply.json(200, json.workspace(workspace));
  }

  private Reply rest(Request request, String id) {
    var workspace = require(id);
    workspace.rests(request.json().path("dormant").asBoolean(false));
    return Reply.json(200, json.workspace(workspace));
  }

  private Reply showByName(Request request, List<String> names) {
    var owner = world.findUser(names.get(0)).orElseThrow(Refusal::notFound);
    var workspace =
        world
            .findWorkspace(owner, names.get(1), includesDeleted(request))
            .filter(world::mayUse)
            .orElseThrow(Refusal::notFound);
    return Reply.json(200, json.workspace(workspace));
  }

  private static boolean includesDeleted(Request request) {
    return request.parameter("include_deleted").orElse("false").equals("true");
  }

  FakeWorkspace require(String text) {
    var id = Refusal.id(text, "workspace");
    return world.workspaces.stream()
        .filter(it -> it.id().equals(id) && world.mayUse(it))
        .findFirst()
        .orElseThrow(Refusal::notFound);
  }

  private Reply create(Request request, String user) {
    var owner = world.findUser(user).orElseThrow(Refusal::notFound);
    var body = request.json();
    if (!body.isObject()) {
      throw Refusal.of(400, "Request body must be valid JSON.");
    }
    var workspace = create(owner, body.path("name").asString(""), wishes.first(body));
    return Reply.json(201, json.workspace(workspace));
  }

  FakeWorkspace create(String owner, String name, FakeBuild.Wish wish) {
    if (name.length() > LONGEST_NAME || !name.matches(NAME) || TAKEN.contains(name)) {
      throw Refusal.field(
          400,
          "Validation failed.",
          "name",
          "Validation failed for tag \"username\" with value: \"%s\"".formatted(name));
    }
    if (world.findWorkspace(owner, name, false).isPresent()) {
      throw Refusal.field(
          409,
          "Workspace \"%s\" already exists.".formatted(name),
          "name",
          "This value is already in use and should be unique.");
    }
    var workspace = new FakeWorkspace(world, name, owner, wish);
    world.workspaces.add(workspace);
    return workspace;
  }
}
