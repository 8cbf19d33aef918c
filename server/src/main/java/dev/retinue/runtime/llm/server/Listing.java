package dev.retinue.runtime.llm.server;

import dev.retinue.core.Excerpt;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools of a server as it lists them. It may say anything: what does not fit is left out, and
/// that is said.
///
/// @param offers in the order of the server
/// @param warnings what was left out, and why
record Listing(List<Offer> offers, List<String> warnings) {
  static final Listing NONE = new Listing(List.of(), List.of());

  private static final int MOST_PAGES = 50;
  private static final int MOST_TOOLS = 200;
  private static final int MOST_WARNINGS = 20;
  private static final int LONGEST_DESCRIPTION = 2_000;
  private static final int LONGEST_SCHEMA = 20_000;
  private static final int LONGEST_NAME = 200;

  Listing {
    offers = List.copyOf(offers);
    warnings = List.copyOf(warnings);
  }

  static Listing of(McpClient client, ToolServer server) {
    var reader = new Reader(server);
    var params = Json.object();
    for (int page = 0; page < MOST_PAGES; page++) {
      var answer = client.request("tools/list", params);
      answer.path("tools").forEach(reader::add);
      var cursor = Json.text(answer, "nextCursor");
      if (cursor == null || reader.full()) {
        return reader.listing();
      }
      params = Json.object().put("cursor", cursor);
    }
    reader.warn("Its list has more than %d pages; the rest was left out.".formatted(MOST_PAGES));
    return reader.listing();
  }

  /// Takes one tool after the other.
  private static final class Reader {
    private final ToolServer server;
    private final Set<String> wanted;
    private final List<Offer> offers = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private Reader(ToolServer server) {
      this.server = server;
      this.wanted = Set.copyOf(server.tools());
    }

    boolean full() {
      return offers.size() >= MOST_TOOLS;
    }

    void warn(String sentence) {
      if (warnings.size() < MOST_WARNINGS) {
        warnings.add(sentence);
      }
    }

    Listing listing() {
      wanted.stream()
          .filter(name -> offers.stream().noneMatch(offer -> offer.name().equals(name)))
          .sorted()
          .forEach(name -> warn("It offers no tool '%s', which 'tools' names.".formatted(name)));
      return new Listing(offers, warnings);
    }

    void add(JsonNode tool) {
      var name = Json.text(tool, "name");
      if (name == null || name.isBlank() || name.length() > LONGEST_NAME) {
        warn("A tool was left out: it has no name, or one of more than 200 characters.");
      } else if (wanted.isEmpty() || wanted.contains(name)) {
        add(name, tool);
      }
    }

    private void add(String name, JsonNode tool) {
      var shown = Excerpt.of(name, 80);
      if (full()) {
        warn("It offers more than %d tools; the rest was left out.".formatted(MOST_TOOLS));
      } else if (!names.add(name)) {
        warn("The tool '%s' is listed twice; only the first counts.".formatted(shown));
      } else if (!(tool.get("inputSchema") instanceof ObjectNode schema) || !isOfObject(schema)) {
        warn("The tool '%s' was left out: its input is no object.".formatted(shown));
      } else if (schema.toString().length() > LONGEST_SCHEMA) {
        warn(
            "The tool '%s' was left out: its schema has more than %d characters."
                .formatted(shown, LONGEST_SCHEMA));
      } else {
        offers.add(offer(name, tool, schema.deepCopy().put("type", "object")));
      }
    }

    private static boolean isOfObject(ObjectNode schema) {
      return schema.path("type").asString("object").equals("object");
    }

    private Offer offer(String name, JsonNode tool, ObjectNode schema) {
      var description =
          "[%s] %s".formatted(server.name(), tool.path("description").asString("")).strip();
      var hints = tool.path("annotations");
      return new Offer(
          name,
          new ToolSpec(
              ToolName.of(server.name(), name),
              Foreign.bounded(description, LONGEST_DESCRIPTION),
              schema.toString()),
          hints.path("readOnlyHint").asBoolean(false)
              || hints.path("idempotentHint").asBoolean(false));
    }
  }
}
