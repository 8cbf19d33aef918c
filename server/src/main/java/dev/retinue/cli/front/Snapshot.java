package dev.retinue.cli.front;

import dev.retinue.core.Digest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the daemon offers, as it last wrote it down: a front shows it without asking. The first
/// line is for the handshake, the second is read when somebody wants to see the lists.
///
/// @param digest names exactly what is offered
/// @param lists the second line
public record Snapshot(String digest, String instructions, String lists) {
  private static final String RESUMABLE = "resumable";
  private static final int LARGEST = 16 * 1024 * 1024;

  /// Its place in the data directory.
  public static Path in(Path data) {
    return data.resolve("offers.json");
  }

  /// The last one, if there is one that can be read.
  public static Optional<Snapshot> read(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
        return Optional.empty();
      }
      var bytes = Files.readAllBytes(file);
      int end = endOfLine(bytes);
      var head = Json.WIRE.readTree(bytes, 0, end);
      var digest = Json.text(head, "digest");
      var instructions = Json.text(head, "instructions");
      return digest == null || instructions == null
          ? Optional.empty()
          : Optional.of(
              new Snapshot(
                  digest,
                  instructions,
                  new String(bytes, end, bytes.length - end, StandardCharsets.UTF_8)));
    } catch (IOException | JacksonException e) {
      return Optional.empty();
    }
  }

  private static int endOfLine(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  /// What this server offers now.
  public static Snapshot of(McpServer server) {
    var lists = Json.object();
    var tools = lists.putArray("tools");
    for (var tool : server.tools().values()) {
      var info = (ObjectNode) tree(tool.info());
      tools.add(tool.edition().resumable() ? info.put(RESUMABLE, true) : info);
    }
    var prompts = lists.putArray("prompts");
    server.prompts().values().forEach(prompt -> prompts.add(tree(prompt.info())));
    var resources = lists.putArray("resources");
    server.resources().values().forEach(resource -> resources.add(tree(resource.info())));
    var templates = lists.putArray("templates");
    server.templates().values().forEach(template -> templates.add(tree(template.info())));
    var text = lists.toString();
    var digest = Digest.of(server.instructions() + "\n" + text);
    return new Snapshot(digest, server.instructions(), text);
  }

  private static JsonNode tree(Object info) {
    return Json.WIRE.valueToTree(info);
  }

  /// As it is written down.
  public byte[] bytes() {
    var head = Json.object().put("digest", digest).put("instructions", instructions);
    return (head + "\n" + lists).getBytes(StandardCharsets.UTF_8);
  }

  /// Lets a server show it. What is shown here is not done here.
  public void offer(McpServer server) {
    var json = Json.WIRE.readTree(lists);
    each(json, "tools", tool -> server.add(entry(tool)));
    each(json, "prompts", prompt -> server.add(prompt(prompt)));
    each(json, "resources", resource -> server.add(resource(resource)));
    each(json, "templates", template -> server.add(template(template)));
  }

  private static void each(JsonNode json, String name, Consumer<ObjectNode> action) {
    json.path(name).forEach(item -> action.accept((ObjectNode) item));
  }

  /// By hand: to let the mapper do it costs more time than all the rest.
  private static ToolEntry entry(ObjectNode tool) {
    var info =
        new ToolInfo(
            tool.path("name").asString(""),
            Json.text(tool, "title"),
            tool.path("description").asString(""),
            Json.child(tool, "inputSchema"),
            tool.get("outputSchema") instanceof ObjectNode schema ? schema : null,
            tool.get("annotations") instanceof ObjectNode annotations
                ? annotations(annotations)
                : null,
            null);
    return ToolEntry.of(
            info,
            TaskSupport.NEVER,
            (_, _) -> {
              throw new IllegalStateException("calls go to the daemon");
            })
        .in(new ToolEntry.Edition(1, tool.has(RESUMABLE)));
  }

  private static ToolInfo.Annotations annotations(ObjectNode json) {
    return new ToolInfo.Annotations(
        Json.text(json, "title"),
        flag(json, "readOnlyHint"),
        flag(json, "destructiveHint"),
        flag(json, "idempotentHint"),
        flag(json, "openWorldHint"));
  }

  private static @Nullable Boolean flag(ObjectNode json, String name) {
    return json.has(name) ? json.path(name).asBoolean(false) : null;
  }

  private static Offer prompt(ObjectNode json) {
    return new Offer.Prompt(
        Json.WIRE.treeToValue(json, PromptInfo.class),
        (_, _) -> {
          throw new IllegalStateException("prompts come from the daemon");
        },
        Offer.Completer.NONE);
  }

  private static Offer resource(ObjectNode json) {
    return new Offer.Resource(
        Json.WIRE.treeToValue(json, ResourceInfo.class),
        _ -> {
          throw new IllegalStateException("resources come from the daemon");
        });
  }

  private static Offer template(ObjectNode json) {
    return new Offer.Template(
        Json.WIRE.treeToValue(json, TemplateInfo.class),
        (_, _, _) -> {
          throw new IllegalStateException("resources come from the daemon");
        },
        Offer.Completer.NONE);
  }
}
