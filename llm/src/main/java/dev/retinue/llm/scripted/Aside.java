package dev.retinue.llm.scripted;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What clients ask besides: which models there are, and whether anybody is here.
final class Aside {
  private static final List<String> MODELS =
      List.of("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "gpt-5.5", "scripted");

  private Aside() {}

  static int status(HttpSocket.Request request) {
    return isModels(request) || request.method().equals("HEAD") ? 200 : 404;
  }

  private static boolean isModels(HttpSocket.Request request) {
    return request.method().equals("GET") && request.path().matches(".*/models(/[^/]+)?");
  }

  static JsonNode answer(HttpSocket.Request request) {
    if (!isModels(request)) {
      var words = "There is nothing at %s %s.".formatted(request.method(), request.path());
      return Tree.of("error", Tree.of("type", "not_found_error", "message", words));
    }
    if (!request.path().endsWith("/models")) {
      return model(request.path().replaceFirst(".*/", ""));
    }
    var all = new ArrayList<JsonNode>();
    MODELS.forEach(name -> all.add(model(name)));
    return Tree.of("object", "list", "data", all, "has_more", false);
  }

  private static JsonNode model(String name) {
    return Tree.of(
        "id", name, "type", "model", "object", "model", "display_name", name, "owned_by", "test");
  }
}
