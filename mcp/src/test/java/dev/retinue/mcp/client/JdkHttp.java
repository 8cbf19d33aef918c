package dev.retinue.mcp.client;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Http;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// An endpoint on the web server of the JDK. The thread of the web server is the one that writes,
/// so nobody else waits for a slow client or breaks a connection by being interrupted.
final class JdkHttp implements AutoCloseable {
  private static final Caller CALLER = Caller.named("test");

  private final HttpServer server;
  private final BiConsumer<Http.Request, Http.Response> handler;
  private final Runnable end;
  private final BlockingQueue<Seen> seen = new ArrayBlockingQueue<>(1000);

  private int open;

  /// A request as it arrived, for tests of what is sent.
  record Seen(String method, Headers headers) {
    @Nullable String header(String name) {
      return headers.getFirst(name);
    }
  }

  JdkHttp(HttpEndpoint endpoint) {
    this(endpoint::handle, endpoint::close);
  }

  private JdkHttp(BiConsumer<Http.Request, Http.Response> handler, Runnable end) {
    this.handler = handler;
    this.end = end;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/mcp", this::handle);
    server.start();
  }

  /// A server that says the same to everything.
  static JdkHttp answering(int status, String type, String body) {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    return new JdkHttp(
        (_, response) -> response.reply(status, Map.of("Content-Type", type), bytes), () -> {});
  }

  /// The endpoint as a server would be that knows nothing of the newest revision.
  static JdkHttp before2026(HttpEndpoint endpoint) {
    return new JdkHttp(
        (request, response) -> {
          if (request.header("Mcp-Method") == null) {
            endpoint.handle(request, response);
          } else {
            response.reply(400, Map.of(), "no session".getBytes(StandardCharsets.UTF_8));
          }
        },
        endpoint::close);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
  }

  List<Seen> seen() {
    return List.copyOf(seen);
  }

  private void handle(HttpExchange exchange) throws IOException {
    note(new Seen(exchange.getRequestMethod(), exchange.getRequestHeaders()));
    var body = exchange.getRequestBody().readNBytes(Json.LONGEST + 1);
    var outgoing = new Outgoing();
    Thread.ofVirtual().start(() -> handler.accept(new Incoming(exchange, text(body)), outgoing));
    try (exchange) {
      outgoing.writeTo(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      outgoing.finish();
      leave();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private synchronized void note(Seen request) {
    seen.offer(request);
    open++;
    notifyAll();
  }

  private synchronized void leave() {
    open--;
    notifyAll();
  }

  /// Waits until no request is open.
  boolean awaitIdle(Duration limit) {
    return await(limit, () -> open == 0);
  }

  boolean awaitSeen(String method, Duration limit) {
    return await(limit, () -> seen.stream().anyMatch(one -> one.method.equals(method)));
  }

  private synchronized boolean await(Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    try {
      while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
        wait(limit.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return condition.getAsBoolean();
  }

  private record Incoming(HttpExchange exchange, String text) implements Http.Request {
    @Override
    public String method() {
      return exchange.getRequestMethod();
    }

    @Override
    public @Nullable String header(String name) {
      return exchange.getRequestHeaders().getFirst(name);
    }

    @Override
    public byte[] body(int longest) throws Http.TooLarge {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length > longest) {
        throw new Http.TooLarge();
      }
      return bytes;
    }

    @Override
    public Caller caller() {
      return CALLER;
    }
  }

  /// What is still to be written.
  private sealed interface Piece {
    record Whole(int status, Map<String, String> headers, String body) implements Piece {}

    record Begin(int status, Map<String, String> headers) implements Piece {}

    record More(String text) implements Piece {}

    record End() implements Piece {}
  }

  private static final class Outgoing implements Http.Response, Http.Stream {
    private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(10_000);
    private final List<Runnable> onClose = new ArrayList<>();
    private boolean finished;

    @Override
    public void reply(int status, Map<String, String> headers, byte[] body) {
      pieces.add(new Piece.Whole(status, headers, text(body)));
    }

    @Override
    public Http.Stream stream(int status, Map<String, String> headers) {
      pieces.add(new Piece.Begin(status, headers));
      return this;
    }

    @Override
    public void write(byte[] bytes) {
      pieces.add(new Piece.More(text(bytes)));
    }

    @Override
    public void close() {
      pieces.add(new Piece.End());
    }

    @Override
    public void onClose(Runnable action) {
      synchronized (this) {
        if (!finished) {
          onClose.add(action);
          return;
        }
      }
      action.run();
    }

    private void writeTo(HttpExchange exchange) throws IOException, InterruptedException {
      while (true) {
        switch (pieces.take()) {
          case Piece.Whole(var status, var headers, var body) -> {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            return;
          }
          case Piece.Begin(var status, var headers) -> {
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, 0);
          }
          case Piece.More(var text) -> {
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
          }
          case Piece.End _ -> {
            return;
          }
        }
      }
    }

    private void finish() {
      List<Runnable> actions;
      synchronized (this) {
        finished = true;
        actions = List.copyOf(onClose);
      }
      actions.forEach(Runnable::run);
    }
  }

  @Override
  public void close() {
    end.run();
    server.stop(0);
  }
}
