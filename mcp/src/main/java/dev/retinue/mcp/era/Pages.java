package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Long lists in pages. A cursor names the last entry that was seen, so entries that come and go
/// meanwhile neither repeat nor hide others.
final class Pages {
  private static final int SIZE = 200;

  private Pages() {}

  static <T> ObjectNode page(
      String key, Map<String, T> entries, Function<T, Object> info, ObjectNode params) {
    var after = after(params.get("cursor"));
    var rest = new ArrayList<Map.Entry<String, T>>();
    for (var entry : entries.entrySet()) {
      if (entry.getKey().compareTo(after) > 0 && rest.size() <= SIZE) {
        rest.add(entry);
      }
    }
    var page = Json.object();
    var list = page.putArray(key);
    for (var entry : rest.subList(0, Math.min(SIZE, rest.size()))) {
      list.add(Json.WIRE.<JsonNode>valueToTree(info.apply(entry.getValue())));
    }
    if (rest.size() > SIZE) {
      page.put("nextCursor", cursor(rest.get(SIZE - 1).getKey()));
    }
    return page;
  }

  private static String cursor(String last) {
    var bytes = ("after " + last).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String after(@org.jspecify.annotations.Nullable JsonNode cursor) {
    if (cursor == null || cursor.isNull()) {
      return "";
    }
    try {
      var bytes = Base64.getUrlDecoder().decode(cursor.stringValue(""));
      var text = new String(bytes, StandardCharsets.UTF_8);
      if (text.startsWith("after ")) {
        return text.substring("after ".length());
      }
    } catch (IllegalArgumentException e) {
      // Not one of ours: refused below.
    }
    throw RpcException.invalidParams("The cursor is not one that this server gave");
  }
}
