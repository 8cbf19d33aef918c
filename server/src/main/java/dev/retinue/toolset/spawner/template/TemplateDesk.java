package dev.retinue.toolset.spawner.template;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.template.Shelf;
import dev.retinue.core.template.Template;
import dev.retinue.mcp.schema.Validator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Templates for those who do not come by a tool: which there are, and how one is begun.
public final class TemplateDesk {
  /// How a call waits, which nobody does here.
  private static final List<String> WAITING = List.of("async", "wait_seconds");

  private final Templates templates;
  private final TemplateSpawns spawns;

  public TemplateDesk(Templates templates, TemplateSpawns spawns) {
    this.templates = templates;
    this.spawns = spawns;
  }

  /// Those that there are now.
  public Shelf shelf() {
    return templates.look();
  }

  /// What one of them is given, as a JSON Schema of which a form can be made.
  public static ObjectNode input(Template template) {
    var schema = TemplateSchema.input(template);
    ((ObjectNode) schema.path("properties")).remove(WAITING);
    return schema;
  }

  /// Has its work begun, and waits for nothing.
  ///
  /// @param key makes a retry the same run
  public Run start(Caller caller, String name, ObjectNode arguments, @Nullable String key) {
    var template = require(name);
    var violations = new Validator(input(template)).violations(arguments);
    if (!violations.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The template '%s' cannot be begun with that: %s"
              .formatted(name, String.join("; ", violations)));
    }
    return spawns.start(caller, TemplateTool.order(template, arguments), key);
  }

  private Template require(String name) {
    var shelf = shelf();
    return shelf
        .find(name)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "There is no template '%s'.%s"
                        .formatted(
                            Excerpt.of(name),
                            Nearest.to(
                                    name, shelf.templates().stream().map(Template::name).toList())
                                .map(" Did you mean '%s'?"::formatted)
                                .orElse(""))));
  }
}
