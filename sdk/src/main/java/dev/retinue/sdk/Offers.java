package dev.retinue.sdk;

import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The tools of an agent, as clients see them.
final class Offers {
  private Offers() {}

  static ToolInfo primary(Spec spec) {
    return info(spec, spec.name(), spec.description(), schema(spec));
  }

  static List<ToolInfo> others(Spec spec) {
    return spec.tools().stream()
        .map(it -> info(spec, it.name(), it.description(), it.parameters()))
        .toList();
  }

  private static ToolInfo info(Spec spec, String name, String description, ObjectNode schema) {
    return new ToolInfo(name, null, description, schema, answer(), hints(spec.trust()), null);
  }

  /// What its work is given, and one parameter for each option.
  static ObjectNode schema(Spec spec) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    var required = schema.arrayNode();
    if (!spec.accepts().isEmpty()) {
      properties.putObject("context").put("type", "string").put("description", "What to work on");
    }
    if (spec.contextRequired()) {
      required.add("context");
    }
    for (var option : spec.options()) {
      properties.set(option.name(), property(option));
      if (option.required()) {
        required.add(option.name());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }

  private static ObjectNode property(Option option) {
    var property = Json.object().put("type", Describe.type(option.type()));
    if (option.type() == Option.Type.LIST) {
      property.putObject("items").put("type", "string");
    }
    property.put("description", option.description());
    if (!option.choices().isEmpty()) {
      option.choices().forEach(property.putArray("enum")::add);
    }
    if (option.fallback() != null) {
      var value = Json.object();
      Values.put(value, option, option.fallback());
      property.set("default", value.get(option.name()));
    }
    return property;
  }

  private static ObjectNode answer() {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    properties.putObject("result");
    properties.putObject("metadata").put("type", "object");
    properties.putObject("warnings").put("type", "array").putObject("items").put("type", "string");
    properties.putObject("error").put("type", "string");
    return schema;
  }

  /// What a client may assume, from how far the agent says that it reaches.
  private static ToolInfo.Annotations hints(Trust trust) {
    boolean harmless = trust == Trust.SANDBOXED;
    boolean far = trust == Trust.NETWORK || trust == Trust.PRIVILEGED;
    return new ToolInfo.Annotations(null, harmless, !harmless, harmless, far);
  }
}
