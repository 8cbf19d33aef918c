package dev.retinue.runtime.llm.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// An MCP server over HTTP that says whatever a test wants it to say, in the words of 2025-11-25.
public final class ScriptedMcp implements AutoCloseable {
  private final HttpServer http;
  private final Map<String, Function<ObjectNode, ObjectNode>> answers = new ConcurrentHashMap<>();
  final List<String> heard = new CopyOnWriteArrayList<>();
  final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
  private final AtomicInteger session = new AtomicInteger(1);

  public ScriptedMcp() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/mcp", this::serve);
    http.start();
    answer(
        "initialize",
        _ ->
            json(
                "{'protocolVersion':'2025-11-25','capabilities':{'tools':{}},'serverInfo':{'name':'s','version':'1'}}"));
    tools("{'name':'echo','description':'Says it again.','inputSchema':{'type':'object'}}");
    answer("tools/call", params -> text(params.path("arguments").toString()));
  }

  public URI url() {
    return URI.create("http://127.0.0.1:%d/mcp".formatted(http.getAddress().getPort()));
  }

  public ScriptedMcp answer(String method, Function<ObjectNode, ObjectNode> answer) {
    answers.put(method, answer);
    return this;
  }

  /// @param tools JSON with ' for "
  ScriptedMcp tools(String... tools) {
    return answer("tools/list", _ -> json("{'tools':[%s]}".formatted(String.join(",", tools))));
  }

  /// All sessions are forgotten.
  void forget() {
    session.incrementAndGet();
  }

  public static ObjectNode text(String text) {
    var result = Json.object();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result;
  }

  static ObjectNode json(String text) {
    return Json.WIRE.readValue(text.replace('\'', '"'), ObjectNode.class);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      headers.add(Map.copyOf(exchange.getRequestHeaders()));
      var message = Json.WIRE.readValue(exchange.getRequestBody(), ObjectNode.class);
      var method = message.path("method").asString("");
      heard.add(method);
      var given = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
      if (given != null && !given.equals(session.toString())) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!message.has("id")) {
        exchange.sendResponseHeaders(202, -1);
      } else {
        reply(exchange, message, method);
      }
    }
  }

  private void reply(HttpExchange exchange, ObjectNode message, String method) throws IOException {
    var reply = Json.object().put("jsonrpc", "2.0");
    reply.set("id", message.get("id"));
    var answer = answers.get(method);
    if (answer == null) {
      reply.putObject("error").put("code", -32601).put("message", "no such method");
    } else {
      reply.set("result", answer.apply(Json.child(message, "params")));
    }
    if (method.equals("initialize")) {
      exchange.getResponseHeaders().set("Mcp-Session-Id", session.toString());
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    var bytes = Json.WIRE.writeValueAsBytes(reply);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /// How often it was asked for this.
  long times(String method) {
    return new ArrayList<>(heard).stream().filter(method::equals).count();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
