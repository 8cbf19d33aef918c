package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Long lists, put together of their pages.
final class Lists {
  private static final int MOST_PAGES = 1000;

  private Lists() {}

  static <T> List<T> all(Dialect dialect, String method, String key, Function<JsonNode, T> decode) {
    var all = new ArrayList<T>();
    var params = Json.object();
    for (int page = 0; page < MOST_PAGES; page++) {
      var result = dialect.request(method, params, null);
      Answers.array(result, key).forEach(entry -> all.add(decode.apply(entry)));
      var cursor = Json.text(result, "nextCursor");
      if (cursor == null) {
        return List.copyOf(all);
      }
      params = Json.object().put("cursor", cursor);
    }
    throw McpClientException.broken(
        "The list of %s has more than %d pages".formatted(key, MOST_PAGES));
  }
}
