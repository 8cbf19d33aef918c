package dev.retinue.web;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/// The web server with tools that tell the test what happens to them.
final class TestWeb implements AutoCloseable {
  private static final long SECONDS = 60;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>(10_000);
  private final CountDownLatch release = new CountDownLatch(1);
  private final McpServer server = new McpServer(Implementation.of("test", "1"), "For tests.");
  private final WebServer web;

  TestWeb(Duration quiet) {
    this(quiet, Gate.open(Caller.named("test")));
  }

  TestWeb(Duration quiet, Gate gate) {
    var clock = InstantSource.system();
    var key = new SecretKeySpec(new byte[32], "AES");
    var store = new MemoryTaskStore(clock, 100);
    var eras =
        new Eras(
            new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
    add("echo", (arguments, _) -> ToolResult.text(arguments.path("nonce").asString("")));
    add("hold", (_, _) -> hold());
    this.web =
        WebServer.start(
            "127.0.0.1", 0, Map.of("", new HttpEndpoint(eras, Hosts.LOCAL, quiet)), gate, null);
  }

  McpServer server() {
    return server;
  }

  WebServer web() {
    return web;
  }

  RawClient client() {
    return new RawClient(web.port());
  }

  void add(String name, ToolEntry.Handler handler) {
    var schema = (ObjectNode) Json.WIRE.readTree("{\"type\":\"object\"}");
    var info = new ToolInfo(name, null, "A test tool.", schema, null, null, null);
    server.add(ToolEntry.of(info, TaskSupport.NEVER, handler));
  }

  private ToolResult hold() throws InterruptedException {
    heard.add("began");
    try {
      release.await();
    } catch (InterruptedException e) {
      heard.add("interrupted");
      throw e;
    }
    return ToolResult.text("held");
  }

  void release() {
    release.countDown();
  }

  String heard() {
    try {
      var next = heard.poll(SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("No tool said anything within " + SECONDS + " seconds");
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// Waits for something of which nobody tells.
  static void until(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(what + " did not come about within " + SECONDS + " seconds");
      }
      Thread.onSpinWait();
    }
  }

  static String modern(int id, String method, String params) {
    var meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}%s}"
                .formatted(params.contains("\"nonce\"") ? "" : ",\"progressToken\":1");
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s%s%s}}"
        .formatted(id, method, meta, params.isEmpty() ? "" : ",", params);
  }

  @Override
  public void close() {
    web.close();
  }
}
