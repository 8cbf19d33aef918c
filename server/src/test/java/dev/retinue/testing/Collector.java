package dev.retinue.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A collector of OpenTelemetry: a real HTTP server that takes OTLP in JSON at `/v1/traces`.
public final class Collector implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpServer server;
  private final List<Taken> spans = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();

  /// A span as it came.
  public record Taken(JsonNode json) {
    public String trace() {
      return json.path("traceId").asString("");
    }

    public String id() {
      return json.path("spanId").asString("");
    }

    public String above() {
      return json.path("parentSpanId").asString("");
    }

    public String name() {
      return json.path("name").asString("");
    }

    /// The value of an attribute as text; empty if it is not there.
    public String attribute(String key) {
      for (var attribute : json.path("attributes")) {
        if (attribute.path("key").asString("").equals(key)) {
          var value = attribute.path("value");
          return value.isEmpty() ? "" : value.iterator().next().asString();
        }
      }
      return "";
    }
  }

  private Collector(HttpServer server) {
    this.server = server;
  }

  public static Collector start() {
    try {
      var server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      var collector = new Collector(server);
      server.createContext("/v1/traces", collector::take);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.start();
      return collector;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var json = JsonMapper.shared().readTree(body);
      headers.add(Map.copyOf(exchange.getRequestHeaders()));
      bodies.add(body);
      for (var resource : json.path("resourceSpans")) {
        for (var scope : resource.path("scopeSpans")) {
          scope.path("spans").forEach(span -> spans.add(new Taken(span)));
        }
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /// Where it is, without a path.
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public List<Taken> spans() {
    return List.copyOf(spans);
  }

  /// All that came, as it came.
  public String text() {
    return String.join("\n", bodies);
  }

  public List<Map<String, List<String>>> headers() {
    return List.copyOf(headers);
  }

  /// All spans, once there are so many.
  public List<Taken> await(int many) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (spans.size() < many) {
      assertThat(System.nanoTime()).as("%d of %d spans", spans.size(), many).isLessThan(end);
      Thread.onSpinWait();
    }
    return spans();
  }

  /// The first span of this name, once it is there.
  public Taken await(String name) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var found = spans.stream().filter(span -> span.name().equals(name)).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      assertThat(System.nanoTime())
          .as("%s among %s", name, spans.stream().map(Taken::name).toList())
          .isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
