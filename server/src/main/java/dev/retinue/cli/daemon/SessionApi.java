package dev.retinue.cli.daemon;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the commands ask of a daemon about conversations.
///
/// @param api the way to the daemon of this moment
public record SessionApi(Api api) {
  private static final String ALL = "/api/sessions";

  /// Those of the caller, the one first that was used last.
  public JsonNode list(boolean closedToo, int limit) throws InterruptedException {
    return page(closedToo, limit, null).path("sessions");
  }

  /// A page of them.
  ///
  /// @param before the `next_before` of the page before
  JsonNode page(boolean closedToo, int limit, @Nullable String before) throws InterruptedException {
    var from = before == null ? "" : "&before=" + Api.encoded(before);
    return api.ask(
        "GET", ALL + "?include_closed=%s&limit=%d%s".formatted(closedToo, limit, from), null);
  }

  public JsonNode open(ObjectNode opening) throws InterruptedException {
    return api.ask("POST", ALL, opening);
  }

  public JsonNode require(String id) throws InterruptedException {
    return api.ask("GET", one(id), null);
  }

  /// What was said, the newest last.
  public JsonNode messages(String id, int limit) throws InterruptedException {
    return api.ask("GET", one(id) + "/messages?limit=" + limit, null).path("messages");
  }

  /// Says something, which waits for its turn; said again with the same key it is the same.
  public JsonNode send(String id, String text, String key) throws InterruptedException {
    return api.ask("POST", one(id) + "/messages", message(text).put("queue", true), key);
  }

  /// Says something to whoever is at work.
  public JsonNode steer(String id, String text) throws InterruptedException {
    return api.ask("POST", one(id) + "/steer", message(text));
  }

  /// Stops whoever speaks.
  ///
  /// @param run the one that is meant; null for whoever it is
  public JsonNode interrupt(String id, @Nullable String run) throws InterruptedException {
    return api.ask("POST", one(id) + "/interrupt", run == null ? null : body("run_id", run));
  }

  public JsonNode transfer(String id, String agent) throws InterruptedException {
    return api.ask("POST", one(id) + "/transfer", body("agent", agent));
  }

  public JsonNode fork(String id, @Nullable String title) throws InterruptedException {
    return api.ask("POST", one(id) + "/fork", title == null ? null : body("title", title));
  }

  public JsonNode rename(String id, String title) throws InterruptedException {
    return api.ask("PATCH", one(id) + "/title", body("title", title));
  }

  public JsonNode close(String id) throws InterruptedException {
    return api.ask("DELETE", one(id), null);
  }

  private static String one(String id) {
    return ALL + "/" + Api.encoded(id);
  }

  private static ObjectNode message(String text) {
    return body("message", text);
  }

  private static ObjectNode body(String field, String value) {
    return JsonMapper.shared().createObjectNode().put(field, value);
  }
}
