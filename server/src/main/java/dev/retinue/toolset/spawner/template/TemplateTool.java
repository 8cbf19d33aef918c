package dev.retinue.toolset.spawner.template;

import dev.retinue.core.Excerpt;
import dev.retinue.core.template.Argument;
import dev.retinue.core.template.Template;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.toolset.Refusals;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A template as a tool: takes its arguments, fills in its text, and has it done.
final class TemplateTool {
  private static final int LONGEST_SUMMARY = 80;

  /// Such a call begins one run, under its own id, so that it may be taken up again.
  private static final ToolEntry.Edition EDITION = new ToolEntry.Edition(1, true);

  private final Template shown;
  private final Supplier<Template> current;
  private final Spawning spawning;

  private TemplateTool(Template shown, Supplier<Template> current, Spawning spawning) {
    this.shown = shown;
    this.current = current;
    this.spawning = spawning;
  }

  /// @param current the template as it is when it is called; may refuse, if it is gone
  /// @param output what a spawn answers
  static ToolEntry entry(
      Template shown, Supplier<Template> current, Spawning spawning, ObjectNode output) {
    var tool = new TemplateTool(shown, current, spawning);
    return Refusals.answered(
        ToolEntry.of(TemplateSchema.info(shown, output), Tool.TaskSupport.ALLOWED, tool::call)
            .in(EDITION));
  }

  /// What has begun goes on whatever has become of the file, so that is looked at no sooner.
  private ToolResult call(ObjectNode arguments, Call call) throws Exception {
    return spawning.spawn(call, order(shown, arguments), () -> currentOrder(arguments));
  }

  private Order currentOrder(ObjectNode arguments) {
    var template = current.get();
    if (!template.equals(shown)) {
      refuseMisfits(template, arguments);
    }
    return order(template, arguments);
  }

  /// What fits the tool as it was listed need not fit it as it is now.
  private static void refuseMisfits(Template template, ObjectNode arguments) {
    var violations = new Validator(TemplateSchema.input(template)).violations(arguments);
    if (!violations.isEmpty()) {
      throw new ToolException(ToolEntry.invalid(template.name(), String.join("; ", violations)));
    }
  }

  static Order order(Template template, ObjectNode arguments) {
    var terms = template.terms();
    var timeout = terms.timeout();
    var seconds = number(arguments, "timeout");
    return new Order(
        template.name(),
        template.filled(values(template, arguments)),
        summary(template, arguments),
        new Order.Staffing(
            text(arguments, "agent"), text(arguments, "model"), terms.agents(), terms.model()),
        terms.tools(),
        terms.structuredOutput(),
        text(arguments, "working_directory"),
        new Order.Limits(
            seconds != null || timeout == null
                ? seconds
                : Integer.valueOf((int) timeout.toSeconds()),
            arguments.has("max_cost_usd") ? arguments.path("max_cost_usd").decimalValue() : null),
        new Order.Waiting(
            arguments.path("async").asBoolean(false), number(arguments, "wait_seconds")));
  }

  private static Map<String, String> values(Template template, ObjectNode arguments) {
    var values = new HashMap<String, String>();
    for (var argument : template.arguments()) {
      var value = arguments.get(argument.name());
      if (value != null && !value.isNull()) {
        values.put(argument.name(), text(value));
      }
    }
    return values;
  }

  /// `3.0` is a whole number in JSON, and is written as one.
  private static String text(JsonNode value) {
    return value.isNumber()
        ? value.decimalValue().stripTrailingZeros().toPlainString()
        : value.asString();
  }

  /// What tells this piece of work from another of the same template: the first thing it was given.
  private static String summary(Template template, ObjectNode arguments) {
    var first =
        template.arguments().stream()
            .filter(it -> it.type() == Argument.Type.STRING && it.choices().isEmpty())
            .map(it -> arguments.path(it.name()).asString("").strip())
            .filter(text -> !text.isEmpty())
            .findFirst();
    var line = first.map(it -> template.title() + ": " + it).orElse(template.title());
    return Excerpt.of(line.lines().findFirst().orElse(line), LONGEST_SUMMARY - 1);
  }

  private static @Nullable String text(ObjectNode arguments, String name) {
    return arguments.has(name) ? arguments.path(name).asString() : null;
  }

  private static @Nullable Integer number(ObjectNode arguments, String name) {
    return arguments.has(name) ? Integer.valueOf(arguments.path(name).intValue()) : null;
  }
}
