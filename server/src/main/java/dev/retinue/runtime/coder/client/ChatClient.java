package dev.retinue.runtime.coder.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.Chat.Organization;
import dev.retinue.runtime.coder.client.Chat.Said;
import dev.retinue.runtime.coder.client.CoderHttp.Header;
import dev.retinue.runtime.coder.client.CoderHttp.Question;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The chats of Coder, one method for each thing that we ask of them. Where they are differs from
/// version to version, and is found out once.
public final class ChatClient implements AutoCloseable {
  private static final List<String> PLACES = List.of("/api/v2/chats", "/api/experimental/chats");
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int NOT_THERE = 404;
  private static final int PAGE = 200;
  private static final int MOST_PAGES = 10;

  private final CoderAccess access;
  private final CoderHttp http;
  private volatile @Nullable String place;

  public ChatClient(CoderAccess access, InstantSource clock) {
    this.access = access;
    this.http = new CoderHttp(clock);
  }

  /// All of our own that are not put away.
  public List<Chat> all() throws InterruptedException {
    var found = new LinkedHashMap<String, Chat>();
    for (int page = 0; page < MOST_PAGES; page++) {
      var path = place() + "?limit=%d&offset=%d".formatted(PAGE, page * PAGE);
      int listed = 0;
      int before = found.size();
      for (var it : get(path, "to list chats")) {
        listed++;
        var chat = chat(it);
        if (!it.path("archived").asBoolean(false)) {
          found.put(chat.id(), chat);
        }
      }
      if (listed < PAGE || found.size() == before) {
        break;
      }
    }
    return List.copyOf(found.values());
  }

  public Chat require(String id) throws InterruptedException {
    return chat(get(at(id, ""), "to show a chat"));
  }

  public List<Organization> organizations() throws InterruptedException {
    var found = new ArrayList<Organization>();
    for (var it : get("/api/v2/organizations", "to list organizations")) {
      found.add(new Organization(text(it, "id"), text(it, "name"), text(it, "display_name")));
    }
    return found;
  }

  public Chat create(String organization, String text, Map<String, String> labels)
      throws InterruptedException {
    var body = content(text).put("organization_id", organization);
    var named = body.putObject("labels");
    labels.forEach(named::put);
    return chat(good(ask("POST", place(), body), "to create a chat"));
  }

  /// Says something in it; what comes while it is at work waits there.
  ///
  /// @return whether it waits
  public boolean send(String id, String text) throws InterruptedException {
    var body = content(text).put("busy_behavior", "queue");
    var answer = good(ask("POST", at(id, "/messages"), body), "to send a message to a chat");
    return answer.path("queued").asBoolean(false);
  }

  public Chat interrupt(String id) throws InterruptedException {
    return chat(good(ask("POST", at(id, "/interrupt"), null), "to interrupt a chat"));
  }

  /// Puts it away: chats are not destroyed.
  public void archive(String id) throws InterruptedException {
    var body = CoderHttp.JSON.createObjectNode().put("archived", true);
    var answer = ask("PATCH", at(id, ""), body);
    if (!answer.isGood()) {
      throw CoderRefusals.ofApi(access, "to archive a chat", answer);
    }
  }

  /// As much of it as is reasonable, from its end.
  public Chat.Transcript transcript(String id) throws InterruptedException {
    var said = new HashMap<Long, Said>();
    var queued = new ArrayList<Said>();
    var path = at(id, "/messages?limit=" + PAGE);
    var answer = get(path, "to list messages of a chat");
    answer.path("queued_messages").forEach(it -> queued.add(said(it, true)));
    for (int i = 1; i < MOST_PAGES; i++) {
      add(answer, said);
      long first = Long.MAX_VALUE;
      for (var it : answer.path("messages")) {
        first = Math.min(first, it.path("id").asLong(Long.MAX_VALUE));
      }
      if (!answer.path("has_more").asBoolean(false) || first == Long.MAX_VALUE) {
        break;
      }
      answer = get(path + "&before_id=" + first, "to list messages of a chat");
    }
    add(answer, said);
    var all = said.values().stream().sorted(Comparator.comparingLong(Said::id)).toList();
    return new Chat.Transcript(all, List.copyOf(queued));
  }

  private static void add(JsonNode answer, Map<Long, Said> said) {
    for (var it : answer.path("messages")) {
      var role = text(it, "role");
      var one = said(it, role.equals("user"));
      if ((role.equals("user") || role.equals("assistant")) && !one.text().isBlank()) {
        said.put(one.id(), one);
      }
    }
  }

  private static Said said(JsonNode json, boolean input) {
    var words = new ArrayList<String>();
    for (var part : json.path("content")) {
      if (text(part, "type").equals("text")) {
        words.add(text(part, "text"));
      }
    }
    return new Said(
        json.path("id").asLong(0),
        WorkspaceForm.time(json, "created_at"),
        input,
        String.join("\n", words));
  }

  private static Chat chat(JsonNode json) {
    var labels = new HashMap<String, String>();
    json.path("labels")
        .properties()
        .forEach(it -> labels.put(it.getKey(), it.getValue().asString("")));
    var error = json.path("last_error").path("message").asString("");
    var summary = text(json, "last_turn_summary");
    return new Chat(
        text(json, "id"),
        text(json, "organization_id"),
        text(json, "status"),
        error.isEmpty() ? null : error,
        summary.isEmpty() ? null : summary,
        labels,
        WorkspaceForm.time(json, "created_at"),
        WorkspaceForm.time(json, "updated_at"));
  }

  private static ObjectNode content(String text) {
    var body = CoderHttp.JSON.createObjectNode();
    body.putArray("content").addObject().put("type", "text").put("text", text);
    return body;
  }

  private String at(String id, String path) throws InterruptedException {
    return place() + "/" + URLEncoder.encode(id, UTF_8) + path;
  }

  private String place() throws InterruptedException {
    var known = place;
    if (known == null) {
      known = probe();
      place = known;
    }
    return known;
  }

  private String probe() throws InterruptedException {
    for (var path : PLACES) {
      var answer = ask("GET", path, null);
      if (answer.status() != NOT_THERE) {
        good(answer, "to list chats");
        return path;
      }
    }
    throw new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "Coder at %s has no chats; take 'backend: chats' out of 'fleet.deployments', or upgrade Coder."
            .formatted(access.url()));
  }

  private JsonNode get(String path, String what) throws InterruptedException {
    return good(ask("GET", path, null), what);
  }

  private JsonNode good(Answer answer, String what) {
    if (answer.isGood() && !answer.body().isMissingNode()) {
      return answer.body();
    }
    throw CoderRefusals.ofApi(access, what, answer);
  }

  private Answer ask(String method, String path, @Nullable ObjectNode body)
      throws InterruptedException {
    var header = new Header(CoderClient.HEADER, access.key());
    return http.ask(new Question(method, access.at(path), header, body), Deadline.in(TIME));
  }

  private static String text(JsonNode json, String key) {
    return WorkspaceForm.text(json, key);
  }

  @Override
  public void close() {
    http.close();
  }
}
