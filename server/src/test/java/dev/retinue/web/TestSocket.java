package dev.retinue.web;

import dev.retinue.mcp.rpc.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A client of a WebSocket that waits for what it hears.
final class TestSocket implements WebSocket.Listener, AutoCloseable {
  private static final long SECONDS = 60;

  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>(10_000);
  private final StringBuilder partial = new StringBuilder();
  private final WebSocket socket;

  private TestSocket(int port, String path, @Nullable String token, String... protocols) {
    var builder = http.newWebSocketBuilder().connectTimeout(Duration.ofSeconds(30));
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    if (protocols.length == 2) {
      builder.subprotocols(protocols[0], protocols[1]);
    }
    socket = builder.buildAsync(URI.create("ws://localhost:" + port + path), this).join();
  }

  static TestSocket open(int port, String path, String token) {
    return new TestSocket(port, path, token);
  }

  /// As a browser does, which can name protocols and nothing else.
  static TestSocket openAsBrowser(int port, String path, String token) {
    return new TestSocket(port, path, null, "retinue", "bearer." + token);
  }

  String protocol() {
    return socket.getSubprotocol();
  }

  TestSocket say(String json) {
    socket.sendText(json, true).join();
    return this;
  }

  TestSocket sayBytes(byte[] bytes) {
    socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
    return this;
  }

  /// What comes next: a message, `closed <code>`, `ping` or `error`.
  String next() {
    try {
      var next = heard.poll(SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("Nothing was heard within " + SECONDS + " seconds");
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  JsonNode json() {
    return Json.WIRE.readTree(next());
  }

  /// The next message of this type; those before it, and signs of life, are passed over.
  JsonNode until(String type) {
    while (true) {
      var next = next();
      if (!next.equals("ping")) {
        var message = Json.WIRE.readTree(next);
        if (message.path("type").asString().equals(type)) {
          return message;
        }
      }
    }
  }

  /// Is gone without a word.
  void abort() {
    socket.abort();
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      heard.add(partial.toString());
      partial.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
    heard.add("ping");
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    heard.add("closed " + code);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    heard.add("error");
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
    http.close();
  }
}
