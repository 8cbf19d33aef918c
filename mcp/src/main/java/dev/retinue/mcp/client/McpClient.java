package dev.retinue.mcp.client;

import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A client of one MCP server. All of its methods wait for the server, and can be used by many
/// threads at once. Interrupting a waiting thread, or the end of its time, cancels the request.
///
/// What the server refuses is an [dev.retinue.mcp.rpc.RpcException]; everything else that goes
/// wrong is an [McpClientException]. That a tool failed is neither: it is a result.
public final class McpClient implements AutoCloseable {
  private final Conversation conversation;
  private final Dialect dialect;

  private McpClient(Transport transport, ClientOptions options) {
    this.conversation = new Conversation(transport, options);
    try {
      this.dialect = Dialects.open(conversation, options);
    } catch (RuntimeException e) {
      conversation.close();
      throw e;
    }
  }

  /// Speaks over a pair of streams, such as those of a child process. They belong to the client
  /// from now on, and are closed with it.
  public static McpClient over(InputStream in, OutputStream out, ClientOptions options) {
    return new McpClient(new StreamTransport(in, out), options);
  }

  public static McpClient at(URI endpoint, ClientOptions options) {
    return new McpClient(new HttpTransport(endpoint, options.headers()), options);
  }

  public ServerFacts server() {
    return dialect.server();
  }

  public List<ToolInfo> listTools() {
    return Lists.all(dialect, "tools/list", "tools", Answers::tool);
  }

  public ToolResult callTool(String name, ObjectNode arguments) {
    return Answers.toolResult(request("tools/call", call(name, arguments)));
  }

  /// Calls a tool and hears how far it is, on the calling thread, before the result.
  public ToolResult callTool(String name, ObjectNode arguments, Consumer<Progress> progress) {
    return Answers.toolResult(dialect.request("tools/call", call(name, arguments), progress));
  }

  /// Calls a tool without waiting for its end, if the server and the tool can do that. Where they
  /// cannot, the call has ended when this returns.
  public TaskHandle callToolAsTask(String name, ObjectNode arguments) {
    return dialect.callAsTask(call(name, arguments));
  }

  private static ObjectNode call(String name, ObjectNode arguments) {
    var params = Json.object().put("name", name);
    params.set("arguments", arguments);
    return params;
  }

  public List<ResourceInfo> listResources() {
    return Lists.all(
        dialect, "resources/list", "resources", json -> Answers.decode(json, ResourceInfo.class));
  }

  public List<TemplateInfo> listTemplates() {
    return Lists.all(
        dialect,
        "resources/templates/list",
        "resourceTemplates",
        json -> Answers.decode(json, TemplateInfo.class));
  }

  public List<ResourceContents> readResource(String uri) {
    var result = request("resources/read", Json.object().put("uri", uri));
    return Answers.array(result, "contents")
        .valueStream()
        .map(json -> Answers.decode(json, ResourceContents.class))
        .toList();
  }

  public List<PromptInfo> listPrompts() {
    return Lists.all(dialect, "prompts/list", "prompts", Answers::prompt);
  }

  /// What a prompt becomes with these arguments.
  public PromptResult prompt(String name, Map<String, String> arguments) {
    var params = Json.object().put("name", name);
    arguments.forEach(params.putObject("arguments")::put);
    return Answers.promptResult(request("prompts/get", params));
  }

  /// What the argument of a prompt may be, if it begins like this.
  public Completion completePrompt(String prompt, String argument, String typed) {
    return complete(Json.object().put("type", "ref/prompt").put("name", prompt), argument, typed);
  }

  /// What a name in the address of a template may be, if it begins like this.
  public Completion completeTemplate(String template, String argument, String typed) {
    return complete(
        Json.object().put("type", "ref/resource").put("uri", template), argument, typed);
  }

  private Completion complete(ObjectNode ref, String argument, String typed) {
    var params = Json.object();
    params.set("ref", ref);
    params.putObject("argument").put("name", argument).put("value", typed);
    return Answers.completion(request("completion/complete", params));
  }

  /// Lets the listener hear of these things, from now until what is returned is closed.
  public Subscription listen(Wanted wanted) {
    return dialect.listen(wanted);
  }

  /// Returns if the server is there.
  public void ping() {
    dialect.ping();
  }

  /// Any request, and its result as it came. What the server asks meanwhile is answered.
  public ObjectNode request(String method, ObjectNode params) {
    return dialect.request(method, params, null);
  }

  /// The same, with progress.
  public ObjectNode request(
      String method, ObjectNode params, @Nullable Consumer<Progress> progress) {
    return dialect.request(method, params, progress);
  }

  /// Ends the session and the connection. Requests that still wait fail.
  @Override
  public void close() {
    conversation.close();
  }
}
