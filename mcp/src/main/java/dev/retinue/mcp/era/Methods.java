package dev.retinue.mcp.era;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the methods of the protocol do, in every era alike.
final class Methods {
  private final McpServer server;

  Methods(McpServer server) {
    this.server = server;
  }

  ObjectNode listTools(ObjectNode params, Caller caller) {
    return Pages.page("tools", server.tools(caller), ToolEntry::info, params);
  }

  ObjectNode listResources(ObjectNode params) {
    return Pages.page("resources", server.resources(), Offer.Resource::info, params);
  }

  ObjectNode listTemplates(ObjectNode params) {
    return Pages.page("resourceTemplates", server.templates(), Offer.Template::info, params);
  }

  ObjectNode listPrompts(ObjectNode params, Caller caller) {
    return Pages.page("prompts", server.prompts(caller), Offer.Prompt::info, params);
  }

  ToolEntry tool(ObjectNode params, Caller caller) {
    var name = required(params, "name");
    var tool = server.tool(caller, name);
    if (tool == null) {
      server.observer().refused("", caller);
      throw RpcException.invalidParams("There is no tool '" + name + "'");
    }
    return tool;
  }

  /// Why the arguments do not fit, as a result that the model can learn from.
  Optional<ToolResult> refusal(ToolEntry tool, ObjectNode arguments, Caller caller) {
    var violations = tool.input().violations(arguments);
    if (violations.isEmpty()) {
      return Optional.empty();
    }
    server.observer().refused(tool.info().name(), caller);
    return Optional.of(
        ToolResult.error(ToolEntry.invalid(tool.info().name(), String.join("; ", violations))));
  }

  static ObjectNode arguments(ToolEntry tool, ObjectNode params) {
    // No pattern switch: the JVM makes its machinery while a client waits for its first call.
    var arguments = params.get("arguments");
    if (arguments == null) {
      return Json.object();
    }
    if (arguments instanceof ObjectNode given) {
      return withoutNulls(given, tool.info().inputSchema());
    }
    throw RpcException.invalidParams("\"arguments\" must be an object");
  }

  /// Models say null where they mean to leave something out. Where the schema wants a type and does
  /// not want it always, that is what null means.
  private static ObjectNode withoutNulls(ObjectNode arguments, ObjectNode schema) {
    var meantAsNothing =
        arguments.properties().stream()
            .filter(argument -> argument.getValue().isNull())
            .map(Map.Entry::getKey)
            .filter(name -> schema.path("properties").path(name).path("type").isString())
            .filter(name -> !isRequired(schema, name))
            .toList();
    return meantAsNothing.isEmpty() ? arguments : arguments.deepCopy().remove(meantAsNothing);
  }

  private static boolean isRequired(ObjectNode schema, String name) {
    return schema.path("required").valueStream().anyMatch(each -> name.equals(each.asString("")));
  }

  /// What comes before the work of a tool. It is counted where the call ends with it.
  ToolResult prepare(ToolEntry tool, ObjectNode arguments, Call call) throws Exception {
    var early = call(tool.prepare(), tool, arguments, call);
    return early.isError()
        ? server.observer().around(tool.info().name(), call, () -> early)
        : early;
  }

  /// The work of a tool.
  ToolResult work(ToolEntry tool, ObjectNode arguments, Call call) throws Exception {
    return server
        .observer()
        .around(tool.info().name(), call, () -> call(tool.handler(), tool, arguments, call));
  }

  private ToolResult call(
      ToolEntry.Handler handler, ToolEntry tool, ObjectNode arguments, Call call) throws Exception {
    if (call instanceof CallBase base) {
      base.of(tool.info().name());
    }
    try {
      return handler.handle(arguments, call);
    } catch (ToolException e) {
      return e.result();
    } catch (RpcException | InputRequired | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      System.getLogger("dev.retinue.mcp")
          .log(System.Logger.Level.ERROR, "The tool " + tool.info().name() + " failed", e);
      return ToolResult.error(
          "The tool %s failed by a defect of the server (%s)."
              .formatted(tool.info().name(), e.getClass().getSimpleName()));
    }
  }

  List<ResourceContents> read(ObjectNode params, Call call, int notFound) throws Exception {
    var uri = required(params, "uri");
    var resource = server.resources().get(uri);
    if (resource != null) {
      return resource.reader().read(call);
    }
    for (var template : server.templates().values()) {
      var values = new UriTemplate(template.info().uriTemplate()).match(uri);
      if (values.isPresent()) {
        return template.reader().read(uri, values.get(), call);
      }
    }
    throw new RpcException(
        new RpcError(
            notFound, "There is no resource '" + uri + "'", Json.object().put("uri", uri)));
  }

  PromptResult prompt(ObjectNode params, Call call) throws Exception {
    var prompt = knownPrompt(required(params, "name"), call.caller());
    var arguments = new LinkedHashMap<String, String>();
    for (var argument : Json.child(params, "arguments").properties()) {
      arguments.put(argument.getKey(), argument.getValue().asString(""));
    }
    for (var argument : prompt.info().arguments()) {
      if (argument.required() && !arguments.containsKey(argument.name())) {
        throw RpcException.invalidParams(
            "The prompt '%s' needs the argument '%s'"
                .formatted(prompt.info().name(), argument.name()));
      }
    }
    return prompt.writer().write(arguments, call);
  }

  ObjectNode complete(ObjectNode params, Caller caller) {
    var ref = Json.child(params, "ref");
    var argument = Json.child(params, "argument");
    var completer =
        switch (Json.text(ref, "type")) {
          case "ref/prompt" -> knownPrompt(required(ref, "name"), caller).completer();
          case "ref/resource" -> knownTemplate(required(ref, "uri")).completer();
          case null, default ->
              throw RpcException.invalidParams("\"ref\" must name a prompt or a resource");
        };
    Completion completion =
        completer.complete(required(argument, "name"), required(argument, "value"));
    var result = Json.object();
    result.set("completion", Json.WIRE.valueToTree(completion));
    return result;
  }

  private Offer.Prompt knownPrompt(String name, Caller caller) {
    var prompt = server.prompts(caller).get(name);
    if (prompt == null) {
      throw RpcException.invalidParams("There is no prompt '" + name + "'");
    }
    return prompt;
  }

  private Offer.Template knownTemplate(String uri) {
    var template = server.templates().get(uri);
    if (template == null) {
      throw RpcException.invalidParams("There is no resource template '" + uri + "'");
    }
    return template;
  }

  static String required(JsonNode params, String key) {
    var value = Json.text(params, key);
    if (value == null) {
      throw RpcException.invalidParams("\"" + key + "\" is missing or not a string");
    }
    return value;
  }

  /// What this server can do, as both eras say it.
  ObjectNode capabilities() {
    var capabilities = Json.object();
    capabilities.putObject("tools").put("listChanged", true);
    if (server.isToolsOnly()) {
      capabilities.putObject("logging");
      return capabilities;
    }
    capabilities.putObject("resources").put("listChanged", true).put("subscribe", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("completions");
    capabilities.putObject("logging");
    return capabilities;
  }

  /// Refuses what this server has said that it does not have.
  void requireOffered(String method) {
    boolean ofOthers =
        method.startsWith("resources/")
            || method.startsWith("prompts/")
            || method.startsWith("completion/");
    if (ofOthers && server.isToolsOnly()) {
      throw RpcException.methodNotFound(method);
    }
  }

  McpServer server() {
    return server;
  }

  static ObjectNode json(Object result) {
    return Json.WIRE.<ObjectNode>valueToTree(result);
  }

  static ObjectNode contents(List<ResourceContents> contents) {
    return json(Map.of("contents", contents));
  }
}
