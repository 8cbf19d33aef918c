package dev.retinue.toolset.spawner.template;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.template.Shelf;
import dev.retinue.core.template.Template;
import dev.retinue.core.template.TemplateSource;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.ToolEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// The templates that are there, kept in step with their files on every server that offers them.
public final class Templates {
  private final TemplateSource source;
  private final Spawning spawning;
  private final ObjectNode output;
  private final Consumer<String> trouble;
  private final List<McpServer> servers = new ArrayList<>();
  private Shelf offered = Shelf.EMPTY;

  /// @param output what a spawn answers
  /// @param trouble is told, once, of each file that cannot be used
  public Templates(
      TemplateSource source, Spawning spawning, ObjectNode output, Consumer<String> trouble) {
    this.source = source;
    this.spawning = spawning;
    this.output = output;
    this.trouble = trouble;
  }

  /// Offers them there, from now on and as they change.
  public synchronized void offerOn(McpServer server) {
    look();
    offered.templates().forEach(template -> add(template, server));
    servers.add(server);
  }

  /// Those that there are now; what has changed is changed on all servers, and clients are told.
  public synchronized Shelf look() {
    var former = offered;
    var now = source.current();
    if (now.equals(former)) {
      return now;
    }
    offered = now;
    now.troubles().stream().filter(it -> !former.troubles().contains(it)).forEach(trouble);
    former.templates().stream()
        .filter(template -> !now.templates().contains(template))
        .forEach(this::remove);
    now.templates().stream()
        .filter(template -> !former.templates().contains(template))
        .forEach(template -> servers.forEach(server -> add(template, server)));
    return now;
  }

  private void remove(Template template) {
    for (var server : servers) {
      server.removeTool(template.name());
      server.removePrompt(template.promptName());
    }
  }

  private void add(Template template, McpServer server) {
    server.add(tool(template));
    server.add(prompt(template));
  }

  private ToolEntry tool(Template template) {
    return TemplateTool.entry(template, current(template.name()), spawning, output);
  }

  private Offer prompt(Template template) {
    return TemplatePrompt.offer(template, current(template.name()));
  }

  private Supplier<Template> current(String name) {
    return () ->
        look()
            .find(name)
            .orElseThrow(
                () ->
                    new RetinueException(
                        ErrorCode.NOT_FOUND,
                        "There is no template '%s' any more; its file is gone, or wrong: 'retinue templates' says which there are."
                            .formatted(name)));
  }
}
