package dev.retinue.toolset.spawner.template;

import dev.retinue.core.template.Argument;
import dev.retinue.core.template.Template;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/// What `tools/list` shows of a template.
final class TemplateSchema {
  private static final int LEAST_SECONDS = 30;
  private static final int MOST_SECONDS = 1_800;
  private static final int LONGEST_WAIT = 1_800;

  private TemplateSchema() {}

  static ToolInfo info(Template template, ObjectNode output) {
    boolean reads = template.terms().readOnly();
    return new ToolInfo(
        template.name(),
        template.title(),
        template.description(),
        input(template),
        output,
        // An agent asks its provider, so the world is always open.
        new ToolInfo.Annotations(template.title(), reads, !reads, reads, true),
        null);
  }

  static ObjectNode input(Template template) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    var required = Json.object().arrayNode();
    for (var argument : template.arguments()) {
      describe(argument, properties.putObject(argument.name()));
      if (argument.required()) {
        required.add(argument.name());
      }
    }
    addCommon(template, properties);
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema.put("additionalProperties", false);
  }

  private static void describe(Argument argument, ObjectNode property) {
    property.put("type", argument.type().name().toLowerCase(Locale.ROOT));
    property.put("description", argument.description());
    if (!argument.choices().isEmpty()) {
      var choices = property.putArray("enum");
      argument.choices().forEach(choices::add);
    } else if (argument.type() == Argument.Type.STRING) {
      if (argument.required()) {
        property.put("minLength", 1);
      }
      property.put("maxLength", Argument.LONGEST);
    }
    var fallback = argument.fallback();
    if (fallback != null) {
      switch (argument.type()) {
        case STRING -> property.put("default", fallback);
        case INTEGER -> property.put("default", Long.parseLong(fallback));
        case BOOLEAN -> property.put("default", fallback.equals("true"));
      }
    }
  }

  private static void addCommon(Template template, ObjectNode properties) {
    text(properties, "agent", "Who is to do it, as retinue_status lists them.");
    text(properties, "model", "Another model than the agent's own.");
    text(properties, "working_directory", "The folder in which it works; else the caller's.");
    var timeout =
        properties
            .putObject("timeout")
            .put("type", "integer")
            .put("description", "How many seconds it may take.")
            .put("minimum", LEAST_SECONDS)
            .put("maximum", MOST_SECONDS);
    usualSeconds(template.terms().timeout(), timeout);
    properties
        .putObject("max_cost_usd")
        .put("type", "number")
        .put("description", "The most it may cost, in US dollars.")
        .put("minimum", 0);
    properties
        .putObject("async")
        .put("type", "boolean")
        .put("description", "Answer at once with a spawn_id; get_result has the result later.")
        .put("default", false);
    properties
        .putObject("wait_seconds")
        .put("type", "integer")
        .put("description", "How long to wait for the result before a spawn_id is the answer.")
        .put("minimum", 0)
        .put("maximum", LONGEST_WAIT);
  }

  private static void usualSeconds(
      @org.jspecify.annotations.Nullable Duration usual, ObjectNode timeout) {
    if (usual != null) {
      timeout.put("default", usual.toSeconds());
    }
  }

  private static void text(ObjectNode properties, String name, String description) {
    properties
        .putObject(name)
        .put("type", "string")
        .put("description", description)
        .put("minLength", 1);
  }
}
