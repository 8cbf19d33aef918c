package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Which arguments of which tool go into a header, too: those that their schema marks with
/// `x-mcp-header`. It is known of the tools that were listed.
final class ToolHeaders {
  private static final String MARK = "x-mcp-header";
  private static final int MOST = 10_000;
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");
  private static final Set<String> TYPES = Set.of("string", "integer", "number", "boolean");

  /// An argument, by the keys that lead to it, and its header.
  private record Marked(List<String> path, String header) {}

  private final Map<String, List<Marked>> tools = new ConcurrentHashMap<>();

  /// Remembers a page of the list of tools. A tool with a wrong mark cannot be called in a way that
  /// everybody understands alike, so it is taken from the page.
  void learn(ArrayNode page) {
    page.removeIf(
        tool -> {
          var name = String.valueOf(Json.text(tool, "name"));
          var marked = new ArrayList<Marked>();
          var schema = tool.path("inputSchema");
          boolean valid = collect(schema, List.of(), marked) && marked.size() == marks(schema);
          if (!valid) {
            Transport.LOG.log(
                System.Logger.Level.WARNING, "The tool '" + name + "' has a wrong " + MARK);
          } else if (tools.size() < MOST) {
            tools.put(name, marked);
          }
          return !valid;
        });
  }

  private static boolean collect(JsonNode schema, List<String> path, List<Marked> found) {
    for (var property : schema.path("properties").properties()) {
      var here = new ArrayList<>(path);
      here.add(property.getKey());
      var mark = property.getValue().get(MARK);
      if (mark != null) {
        var type = property.getValue().path("type").asString("");
        if (!mark.isString()
            || !TOKEN.matcher(mark.stringValue()).matches()
            || !TYPES.contains(type)) {
          return false;
        }
        found.add(new Marked(here, "Mcp-Param-" + mark.stringValue()));
      }
      if (!collect(property.getValue(), here, found)) {
        return false;
      }
    }
    var names = new HashSet<String>();
    return found.stream().allMatch(one -> names.add(one.header.toLowerCase(Locale.ROOT)));
  }

  /// How many marks there are anywhere, also where none may be.
  private static long marks(JsonNode schema) {
    return schema.findValues(MARK).stream().filter(JsonNode::isString).count();
  }

  Map<String, String> of(ObjectNode call) {
    var headers = new HashMap<String, String>();
    for (var marked : tools.getOrDefault(String.valueOf(Json.text(call, "name")), List.of())) {
      JsonNode value = call.path("arguments");
      for (var key : marked.path) {
        value = value.path(key);
      }
      if (value.isString() || value.isNumber() || value.isBoolean()) {
        headers.put(marked.header, Headers.encoded(value.asString()));
      }
    }
    return headers;
  }
}
