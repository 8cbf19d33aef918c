package dev.retinue.mcp.client;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// A server with something of everything, and a view of what reaches its handlers.
final class Offers {
  final CountDownLatch begun = new CountDownLatch(1);
  final CountDownLatch interrupted = new CountDownLatch(1);
  final McpServer server = new McpServer(Implementation.of("offers", "1"), "Try everything.");

  Offers() {
    add("echo", Tool.TaskSupport.NEVER, (input, _) -> ToolResult.text(text(input)));
    add("count", Tool.TaskSupport.NEVER, Offers::count);
    add("fail", Tool.TaskSupport.NEVER, Offers::fail);
    add("ask", Tool.TaskSupport.NEVER, Offers::ask);
    add("ask_twice", Tool.TaskSupport.NEVER, Offers::askTwice);
    add("block", Tool.TaskSupport.ALLOWED, this::block);
    add("confirm", Tool.TaskSupport.ALLOWED, Offers::ask);
    add("log", Tool.TaskSupport.NEVER, Offers::log);
    add("release", Tool.TaskSupport.NEVER, Offers::release);
    server
        .add(
            new Offer.Resource(
                ResourceInfo.of("test://one", "one", "One", "text/plain"),
                _ -> List.of(ResourceContents.text("test://one", "text/plain", "1"))))
        .add(
            new Offer.Template(
                TemplateInfo.of("test://many/{id}", "many", "Many", "text/plain"),
                (uri, values, _) ->
                    List.of(ResourceContents.text(uri, "text/plain", "" + values.get("id"))),
                (_, typed) -> starting(typed)))
        .add(
            new Offer.Prompt(
                PromptInfo.of("greet", "Greets", new PromptInfo.Argument("name", null, true)),
                (arguments, _) ->
                    PromptResult.of(PromptResult.user(Content.text("Hi " + arguments.get("name")))),
                (_, typed) -> starting(typed)));
  }

  Eras eras() {
    var clock = InstantSource.system();
    var store = new MemoryTaskStore(clock, 100);
    var key = new SecretKeySpec(new byte[32], "AES");
    return new Eras(
        new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
  }

  static ToolInfo info(String name) {
    return new ToolInfo(name, null, name, schema(), null, null, null);
  }

  static ObjectNode schema() {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties").putObject("text").put("type", "string");
    return schema;
  }

  static ToolEntry tool(String name) {
    return ToolEntry.of(info(name), Tool.TaskSupport.NEVER, (_, _) -> ToolResult.text(name));
  }

  private void add(String name, Tool.TaskSupport tasks, ToolEntry.Handler handler) {
    server.add(ToolEntry.of(info(name), tasks, handler));
  }

  private static String text(ObjectNode input) {
    return input.path("text").asString("");
  }

  private static ToolResult count(ObjectNode input, Call call) {
    for (int i = 1; i <= 3; i++) {
      call.progress(i, 3.0, "step " + i);
    }
    return ToolResult.text("counted");
  }

  private static ToolResult fail(ObjectNode input, Call call) {
    throw new ToolException("This never works.");
  }

  private static ToolResult ask(ObjectNode input, Call call) {
    return ToolResult.text(name(call, "name", "Who are you?"));
  }

  private static ToolResult askTwice(ObjectNode input, Call call) {
    var first = name(call, "first", "First name?");
    return ToolResult.text(first + " " + name(call, "last", "Last name?"));
  }

  private static String name(Call call, String key, String message) {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties").putObject("name").put("type", "string");
    var answer = call.ask(key, new InputRequest.Elicit(message, schema));
    return answer.path("action").asString()
        + ":"
        + answer.path("content").path("name").asString("");
  }

  private ToolResult block(ObjectNode input, Call call) throws InterruptedException {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
    return ToolResult.text("unblocked");
  }

  private static ToolResult log(ObjectNode input, Call call) {
    call.log(LogLevel.WARNING, "offers", StringNode.valueOf("careful"));
    return ToolResult.text("logged");
  }

  private static ToolResult release(ObjectNode input, Call call) {
    call.releaseConnection();
    return ToolResult.text("released");
  }

  private static Completion starting(String typed) {
    return Completion.of(
        Stream.of("alpha", "beta").filter(word -> word.startsWith(typed)).toList());
  }
}
