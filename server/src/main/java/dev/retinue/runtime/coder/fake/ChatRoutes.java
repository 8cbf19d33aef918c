package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Chats, in deployments that have them already.
final class ChatRoutes {
  private static final int USUAL_PAGE = 50;
  private static final int LARGEST_PAGE = 200;

  private final World world;

  ChatRoutes(World world) {
    this.world = world;
  }

  void register(Router router) {
    var at = world.mode.chats();
    router.on("GET", at, (_, _) -> list());
    router.on("POST", at, (request, _) -> create(request));
    router.on("GET", at + "/{}", (_, names) -> Reply.json(200, chat(require(names))));
    router.on("PATCH", at + "/{}", this::update);
    router.on("GET", at + "/{}/messages", this::messages);
    router.on("POST", at + "/{}/messages", this::send);
    router.on("POST", at + "/{}/interrupt", (_, names) -> interrupt(require(names)));
  }

  private Reply list() {
    var all = world.chats.stream().filter(it -> !it.isArchived()).map(this::chat).toList();
    return Reply.json(200, Tree.list(all));
  }

  private Reply create(Request request) {
    var body = request.json();
    Refusal.id(body.path("organization_id").asString(""), "organization");
    var labels = new HashMap<String, String>();
    body.path("labels")
        .properties()
        .forEach(it -> labels.put(it.getKey(), it.getValue().asString("")));
    var chat = new FakeChat(world, labels);
    chat.say(words(body));
    world.chats.add(chat);
    return Reply.json(201, chat(chat));
  }

  private static String words(JsonNode body) {
    var text = body.at("/content/0/text").asString("");
    if (text.isBlank() || !body.at("/content/0/type").asString("").equals("text")) {
      throw Refusal.of(400, "Content is required.", "Content cannot be empty.");
    }
    return text;
  }

  private FakeChat require(List<String> names) {
    var id = Refusal.id(names.getFirst(), "chat");
    return world.chats.stream()
        .filter(it -> it.id().equals(id))
        .findFirst()
        .orElseThrow(Refusal::notFound);
  }

  private Reply update(Request request, List<String> names) {
    var chat = require(names);
    if (request.json().path("archived").asBoolean(false)) {
      chat.archive();
    }
    return Reply.nothing(204);
  }

  private Reply send(Request request, List<String> names) {
    var chat = require(names);
    boolean queued = chat.say(words(request.json()));
    var body = Tree.of("queued", queued);
    if (queued) {
      body.set("queued_message", message(chat, chat.queued().getLast()));
    } else {
      body.set("message", message(chat, chat.messages().getLast()));
    }
    return Reply.json(200, body);
  }

  private Reply interrupt(FakeChat chat) {
    chat.interrupt();
    return Reply.json(200, chat(chat));
  }

  /// The newest first, so many before an id.
  private Reply messages(Request request, List<String> names) {
    var chat = require(names);
    long before = request.parameter("before_id").map(Long::parseLong).orElse(Long.MAX_VALUE);
    int limit = request.parameter("limit").map(Integer::parseInt).orElse(USUAL_PAGE);
    if (limit < 1 || limit > LARGEST_PAGE) {
      throw Refusal.of(400, "Invalid limit.", "It must be between 1 and 200.");
    }
    var found = chat.messages().reversed().stream().filter(it -> it.id() < before).toList();
    var shown = found.stream().limit(limit).map(it -> message(chat, it)).toList();
    var queued = chat.queued().stream().map(it -> message(chat, it)).toList();
    return Reply.json(
        200,
        Tree.of(
            "messages", Tree.list(shown),
            "queued_messages", Tree.list(queued),
            "has_more", found.size() > limit));
  }

  private static ObjectNode message(FakeChat chat, FakeChat.Message message) {
    return Tree.of(
        "id", message.id(),
        "chat_id", chat.id(),
        "created_at", message.at(),
        "role", message.role(),
        "content", Tree.list(List.of(Tree.of("type", "text", "text", message.text()))));
  }

  private ObjectNode chat(FakeChat chat) {
    return Tree.of(
        "id", chat.id(),
        "owner_id", world.user(World.ME),
        "organization_id", world.organization("coder"),
        "title", "A chat",
        "status", chat.status(),
        "last_error", error(chat),
        "labels", chat.labels(),
        "archived", chat.isArchived(),
        "children", List.of(),
        "created_at", chat.createdAt(),
        "updated_at", chat.updatedAt());
  }

  private static @Nullable ObjectNode error(FakeChat chat) {
    return chat.status().equals("error") ? Tree.of("message", chat.error()) : null;
  }
}
