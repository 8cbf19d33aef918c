package dev.retinue.runtime.llm.kit.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/// Two web servers on this machine: one that may be fetched, as if it were out in the world, and
/// one that may not, with the same port.
final class WebBench implements AutoCloseable {
  static final String OUT = "127.0.0.2";
  static final String SECRET = "at home";

  private final HttpServer out;
  private final HttpServer home;
  private final AtomicInteger asked = new AtomicInteger();
  private final Map<String, List<String>> names = new HashMap<>();
  private final AtomicInteger lookups = new AtomicInteger();
  private List<String> allow = List.of();
  private List<String> deny = List.of();
  private List<String> homes = List.of(OUT);
  private List<String> reachable = List.of();
  private int ours;

  WebBench() throws IOException {
    out = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(OUT), 0), 0);
    out.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    out.start();
    home = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port()), 0);
    home.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          answer(exchange, 200, "text/plain", SECRET);
        });
    home.start();
    names.put("site.test", List.of(OUT));
  }

  int port() {
    return out.getAddress().getPort();
  }

  /// How often the one was asked that may not be.
  int asked() {
    return asked.get();
  }

  int lookups() {
    return lookups.get();
  }

  WebBench name(String host, String... addresses) {
    names.put(host, List.of(addresses));
    return this;
  }

  WebBench with(List<String> allowed, List<String> denied, List<String> atHome) {
    allow = allowed;
    deny = denied;
    homes = atHome;
    return this;
  }

  /// What is done for a question.
  interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  WebBench at(String path, Handler handler) {
    out.createContext(path, handler::handle);
    return this;
  }

  WebBench page(String path, String type, String body) {
    return at(path, exchange -> answer(exchange, 200, type, body));
  }

  WebBench sendOn(String path, String location) {
    return at(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Location", location);
          answer(exchange, 302, "text/plain", "");
        });
  }

  static void answer(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (exchange) {
      exchange.getResponseBody().write(bytes);
    }
  }

  /// What the operator lets everybody reach, and nothing of a file.
  ///
  /// @param port at which Retinue listens
  void reach(int port, String... names) {
    homes = List.of();
    reachable = List.of(names);
    ours = port;
  }

  String url(String path) {
    return "http://site.test:%d%s".formatted(port(), path);
  }

  Result fetch(String format, String... urls) throws InterruptedException {
    return fetch(format, 30, urls);
  }

  Result fetch(String format, int seconds, String... urls) throws InterruptedException {
    var input =
        JsonMapper.shared().createObjectNode().put("format", format).put("timeout", seconds);
    var list = input.putArray("urls");
    List.of(urls).forEach(list::add);
    var gate = new Gate(new Gate.World(this::find, reachable, () -> ours), allow, deny, homes);
    return new FetchTool(gate, 30).tools().getFirst().call("call", input);
  }

  /// Each time the next address, and then always the last: as one does who changes his mind.
  private List<InetAddress> find(String host) throws UnknownHostException {
    int turn = lookups.getAndIncrement();
    var addresses = names.get(host);
    if (addresses == null) {
      throw new UnknownHostException(host);
    }
    var found = new ArrayList<InetAddress>();
    for (var each : addresses.get(Math.min(turn, addresses.size() - 1)).split("\\+", -1)) {
      found.add(InetAddress.ofLiteral(each));
    }
    return found;
  }

  @Override
  public void close() {
    out.stop(0);
    home.stop(0);
  }
}
