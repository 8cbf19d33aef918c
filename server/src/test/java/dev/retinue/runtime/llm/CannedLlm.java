package dev.retinue.runtime.llm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A server of Chat Completions that sends what a scripted model cannot say: one answer after the
/// other, whoever asks.
final class CannedLlm implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpServer server;
  private final List<Can> cans;
  private final List<JsonNode> asked = new CopyOnWriteArrayList<>();

  /// An answer.
  record Can(int status, String body) {}

  private CannedLlm(HttpServer server, List<Can> cans) {
    this.server = server;
    this.cans = cans;
  }

  static CannedLlm of(Can... cans) {
    try {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      var llm = new CannedLlm(server, List.of(cans));
      server.createContext("/", llm::answer);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.start();
      return llm;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A call of a tool.
  static ObjectNode call(String id, String tool, String input) {
    var call = JSON.createObjectNode().put("id", id).put("type", "function");
    call.putObject("function").put("name", tool).put("arguments", input);
    return call;
  }

  static Can says(String text, String stop, ObjectNode... calls) {
    return stream(chunk(text, stop, calls).toString());
  }

  /// Thoughts and nothing else.
  static Can thinks(String thought, String stop) {
    var chunk = chunk("", stop);
    ((ObjectNode) chunk.at("/choices/0/delta")).put("reasoning_content", thought);
    return stream(chunk.toString());
  }

  /// The same in just these words.
  static Can stream(String chunk) {
    var used =
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,\"total_tokens\":110}}";
    return new Can(200, "data: %s\n\ndata: %s\n\ndata: [DONE]\n\n".formatted(chunk, used));
  }

  private static ObjectNode chunk(String text, String stop, ObjectNode... calls) {
    var chunk = JSON.createObjectNode().put("id", "c").put("model", "canned-1");
    var choice = chunk.putArray("choices").addObject().put("index", 0).put("finish_reason", stop);
    var delta = choice.putObject("delta").put("role", "assistant");
    if (!text.isEmpty()) {
      delta.put("content", text);
    }
    for (int i = 0; i < calls.length; i++) {
      delta.withArrayProperty("tool_calls").add(calls[i].put("index", i));
    }
    return chunk;
  }

  static Can refuses(int status, String sentence) {
    var body = JSON.createObjectNode();
    body.putObject("error").put("message", sentence).put("type", "invalid_request_error");
    return new Can(status, body.toString());
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /// What it was sent.
  List<JsonNode> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      int number;
      synchronized (asked) {
        number = asked.size();
        asked.add(JSON.readTree(exchange.getRequestBody().readAllBytes()));
      }
      var can = cans.get(Math.min(number, cans.size() - 1));
      var bytes = can.body().getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .add("Content-Type", can.status() == 200 ? "text/event-stream" : "application/json");
      exchange.sendResponseHeaders(can.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
