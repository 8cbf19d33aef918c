package dev.retinue.testing;

import dev.retinue.core.Caller;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.StdioServer;
import dev.retinue.toolset.Principal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A client that writes its messages itself, on the standard streams of a server. Closing ends the
/// line without a word.
public final class StdioLine implements AutoCloseable {
  private static final String META =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private final boolean modern;
  private final OutputStream toServer;
  private final BlockingQueue<JsonNode> said = new LinkedBlockingQueue<>(10_000);
  private final Thread serving;

  public StdioLine(Eras eras, String version) throws IOException, InterruptedException {
    modern = version.startsWith("2026");
    var there = Pipe.open();
    var back = Pipe.open();
    toServer = Channels.newOutputStream(there.sink());
    var server =
        new StdioServer(
            eras,
            new Principal(Caller.owner()),
            Channels.newInputStream(there.source()),
            Channels.newOutputStream(back.sink()));
    serving =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    server.run();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
    var in = Channels.newInputStream(back.source());
    Thread.ofVirtual()
        .start(
            () ->
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .forEach(line -> said.add(Json.WIRE.readTree(line))));
    if (!modern) {
      greet(version);
    }
  }

  private void greet(String version) throws IOException, InterruptedException {
    var params = Json.object().put("protocolVersion", version);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    ask(0, "initialize", params);
    answer(0);
    say(Json.object().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
  }

  public static ObjectNode toolCall(String tool, ObjectNode arguments) {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    return params;
  }

  public void ask(int id, String method, ObjectNode params) throws IOException {
    if (modern) {
      var meta = (ObjectNode) Json.WIRE.readTree(META);
      params.set("_meta", meta.setAll(params.withObject("_meta")));
    }
    var message = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", params);
    say(message);
  }

  public void cancel(int id, String reason) throws IOException {
    var message = Json.object().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
    message.putObject("params").put("requestId", id).put("reason", reason);
    say(message);
  }

  private void say(ObjectNode message) throws IOException {
    toServer.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    toServer.flush();
  }

  /// Whatever is said next.
  public JsonNode next() throws InterruptedException {
    return Objects.requireNonNull(said.poll(30, TimeUnit.SECONDS), "nothing was said");
  }

  /// The answer to a request; everything that is said before it is passed over.
  public JsonNode answer(int id) throws InterruptedException {
    while (true) {
      var next = next();
      if (next.path("id").asInt(-1) == id) {
        return next;
      }
    }
  }

  @Override
  public void close() throws IOException {
    toServer.close();
    try {
      serving.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
