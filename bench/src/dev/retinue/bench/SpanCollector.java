package dev.retinue.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A collector of traces that takes everything, counts the spans and keeps none: in the process of
/// the benchmark, so that the server's time is its own.
final class SpanCollector implements AutoCloseable {
  /// No span is shorter from its id on.
  private static final int SHORTEST = 200;

  private static final byte[] SPAN = "\"spanId\"".getBytes(StandardCharsets.US_ASCII);

  private final HttpServer server;
  private final AtomicLong spans = new AtomicLong();

  private SpanCollector(HttpServer server) {
    this.server = server;
  }

  static SpanCollector start() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    var collector = new SpanCollector(server);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            collector.spans.addAndGet(count(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
          }
        });
    server.setExecutor(Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()));
    server.start();
    return collector;
  }

  private static int count(byte[] body) {
    int count = 0;
    for (int i = 0; i + SPAN.length <= body.length; i++) {
      if (body[i] == SPAN[0] && body[i + 1] == SPAN[1] && isSpan(body, i)) {
        count++;
        i += SHORTEST;
      }
    }
    return count;
  }

  private static boolean isSpan(byte[] body, int from) {
    for (int i = 0; i < SPAN.length; i++) {
      if (body[from + i] != SPAN[i]) {
        return false;
      }
    }
    return true;
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// How many have come so far.
  long spans() {
    return spans.get();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
