package dev.retinue.toolset;

import dev.retinue.core.Agent;
import dev.retinue.core.Program;
import dev.retinue.mcp.rpc.Json;
import tools.jackson.databind.node.ObjectNode;

/// What one says to an agent to start it, as a JSON Schema of which a form can be made.
///
/// @param schema of an object with a field for each thing to say
/// @param as `contract`, if its only field is the contract itself, or `json`, if the contract is
///   the whole object as JSON: so agents in one file take their options
public record StartForm(ObjectNode schema, String as) {
  private static final String CONTRACT = "contract";
  private static final String JSON = "json";

  /// The one of this agent.
  public static StartForm of(Agent agent) {
    var program = agent.conduct().program();
    var described = program == null ? null : program.description();
    return described == null || described.parameters().isEmpty()
        ? new StartForm(plain(), CONTRACT)
        : new StartForm(options(described), JSON);
  }

  private static ObjectNode plain() {
    var schema = Json.object().put("type", "object");
    text(
        schema.putObject("properties").putObject(CONTRACT),
        "What the agent is to do, and what must be true when it is done.");
    schema.putArray("required").add(CONTRACT);
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode options(Program.Description described) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    var required = schema.arrayNode().add("context");
    text(properties.putObject("context"), "What the agent is to do.");
    for (var parameter : described.parameters()) {
      option(parameter, properties.putObject(parameter.name()));
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    schema.set("required", required);
    return schema.put("additionalProperties", false);
  }

  private static void text(ObjectNode property, String description) {
    property.put("type", "string").put("description", description).put("minLength", 1);
  }

  private static void option(Program.Parameter parameter, ObjectNode property) {
    property.put("type", parameter.type()).put("description", parameter.description());
    if (!parameter.choices().isEmpty()) {
      parameter.choices().forEach(property.putArray("enum")::add);
    }
    if (parameter.fallback() != null) {
      property.set("default", Json.WIRE.readTree(parameter.fallback()));
    }
  }
}
