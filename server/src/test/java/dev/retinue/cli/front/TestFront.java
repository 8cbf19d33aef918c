package dev.retinue.cli.front;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.rpc.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/// A front, and a client on its streams.
final class TestFront implements AutoCloseable {
  static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private final OutputStream toFront;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>(10_000);
  private final Map<Integer, JsonNode> answers = new HashMap<>();
  private final Thread running;
  private final Front front;
  private int ids;

  TestFront(Snapshot snapshot, Front.Gateway gateway, Duration lastMoment) throws IOException {
    this(snapshot, gateway, lastMoment, Pipe.open());
  }

  private TestFront(Snapshot snapshot, Front.Gateway gateway, Duration lastMoment, Pipe back)
      throws IOException {
    this(snapshot, gateway, lastMoment, Channels.newOutputStream(back.sink()));
    Thread.ofPlatform().daemon().start(() -> read(back));
  }

  /// @param out where the client is told something
  TestFront(Snapshot snapshot, Front.Gateway gateway, Duration lastMoment, OutputStream out)
      throws IOException {
    var there = Pipe.open();
    this.toFront = Channels.newOutputStream(there.sink());
    var server = new McpServer(Implementation.of("front", "1"), snapshot.instructions());
    server.later(snapshot::offer);
    var clock = InstantSource.system();
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 1), () -> key, clock),
            new Stateful2025(server, clock));
    this.front =
        new Front(
            eras,
            server,
            snapshot::digest,
            Channels.newInputStream(there.source()),
            out,
            gateway,
            lastMoment);
    this.running =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (out) {
                    front.run();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
  }

  private void read(Pipe back) {
    var lines =
        new BufferedReader(new InputStreamReader(Channels.newInputStream(back.source()), UTF_8));
    lines.lines().map(Json.WIRE::readTree).forEach(messages::add);
    messages.add(Json.object().put("over", true));
  }

  void say(String line) throws IOException {
    toFront.write((line + "\n").getBytes(UTF_8));
    toFront.flush();
  }

  /// Sends a request of the modern kind, and returns its id.
  int ask(String method, String params) throws IOException {
    int id = ++ids;
    var comma = params.isEmpty() ? "" : ",";
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s%s%s}}"
            .formatted(id, method, META, comma, params));
    return id;
  }

  int call(String tool) throws IOException {
    return ask("tools/call", "\"name\":\"%s\",\"arguments\":{}".formatted(tool));
  }

  void cancel(int id) throws IOException {
    say(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
            .formatted(id));
  }

  /// Sends a request of the older kind, and returns its id.
  int askOld(String method, String params) throws IOException {
    int id = ++ids;
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}"
            .formatted(id, method, params));
    return id;
  }

  /// The answer to a request. What else is said meanwhile is passed over.
  JsonNode answer(int id) throws InterruptedException {
    while (!answers.containsKey(id)) {
      var message = next();
      if (message.has("over")) {
        throw new AssertionError("the front has ended without an answer to " + id);
      }
      if (!message.has("method")) {
        answers.put(message.path("id").asInt(-1), message);
      }
    }
    return answers.get(id);
  }

  String textOf(int id) throws InterruptedException {
    return answer(id).at("/result/content/0/text").asString("");
  }

  String errorOf(int id) throws InterruptedException {
    return answer(id).at("/error/message").asString("");
  }

  JsonNode next() throws InterruptedException {
    var message = messages.poll(60, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("the front said nothing for a minute");
    }
    return message;
  }

  /// The process is told to end.
  void stop() {
    front.stop();
  }

  /// The client closes its end; returns when the front has ended.
  void end() throws IOException, InterruptedException {
    toFront.close();
    running.join();
  }

  @Override
  public void close() throws IOException {
    toFront.close();
    try {
      running.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
