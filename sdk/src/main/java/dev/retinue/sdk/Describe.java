package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/// What `--describe` says: all fields that readers of such descriptions know, and no value of a
/// variable.
final class Describe {
  private Describe() {}

  static ObjectNode json(Spec spec) {
    var json =
        Json.object()
            .put("name", spec.name())
            .put("version", spec.version())
            .put("description", spec.description())
            .put("trustLevel", spec.trust().word());
    var capabilities = json.putArray("capabilities").add("cli");
    if (spec.mcp()) {
      capabilities.add("mcp");
    }
    if (!spec.services().isEmpty()) {
      capabilities.add("services");
    }
    if (!spec.variables().isEmpty()) {
      capabilities.add("env");
    }
    var input = json.putObject("input").put("contextRequired", spec.contextRequired());
    input.put("required", spec.contextRequired());
    var accepts = input.putArray("accepts");
    var types = input.putArray("types");
    spec.accepts().forEach(accepts::add);
    spec.accepts().forEach(types::add);
    json.putObject("output").putArray("formats").add("text").add("json");
    var options = json.putArray("options");
    spec.options().forEach(option -> options.add(option(option)));
    var env = json.putArray("env");
    spec.variables()
        .forEach(
            it ->
                env.addObject()
                    .put("name", it.name())
                    .put("required", it.required())
                    .put("secret", it.secret())
                    .put("description", it.description()));
    json.put("contextRetention", spec.retention());
    json.put("mcpSupported", spec.mcp());
    json.put("requiresDocker", !spec.services().isEmpty());
    addServices(json, spec);
    addTools(json, spec);
    var examples = json.putArray("examples");
    spec.examples().forEach(examples::add);
    return json;
  }

  private static ObjectNode option(Option option) {
    var json = Json.object().put("name", option.name());
    if (option.alias() != null) {
      json.put("alias", option.alias());
    }
    json.put("description", option.description()).put("type", type(option.type()));
    if (option.fallback() != null) {
      var value = Json.object();
      Values.put(value, option, option.fallback());
      json.set("default", value.get(option.name()));
    }
    json.put("required", option.required());
    if (!option.choices().isEmpty()) {
      option.choices().forEach(json.putArray("choices")::add);
    }
    return json;
  }

  static String type(Option.Type type) {
    return type == Option.Type.LIST ? "array" : type.name().toLowerCase(Locale.ROOT);
  }

  private static void addServices(ObjectNode json, Spec spec) {
    if (!spec.services().isEmpty()) {
      var services = json.putArray("services");
      spec.services()
          .forEach(
              it ->
                  services
                      .addObject()
                      .put("name", it.name())
                      .put("image", it.image())
                      .put("port", it.port())
                      .put("lifecycle", it.isEphemeral() ? "ephemeral" : "persistent"));
    }
  }

  private static void addTools(ObjectNode json, Spec spec) {
    if (spec.mcp()) {
      var tools = json.putArray("tools");
      tools
          .addObject()
          .put("name", spec.name())
          .put("description", spec.description())
          .set("inputSchema", Offers.schema(spec));
      spec.tools()
          .forEach(
              it ->
                  tools
                      .addObject()
                      .put("name", it.name())
                      .put("description", it.description())
                      .set("inputSchema", it.parameters()));
    }
  }
}
